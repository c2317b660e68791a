import { monitorEventLoopDelay } from 'node:perf_hooks'
import type pg from 'pg'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { givenUpQueue } from '#server/ports/jobs/port.ts'
import { metricsJobs, metricsLedger } from './metrics.sql.ts'
import type { Metrics } from './metrics.ts'

export interface Scrapable extends Metrics {
  /** Everything in the text format of Prometheus, with what the database says of now. */
  readonly scrape: () => Promise<{ text: string; contentType: string }>
}

/** From a read without a body to an upload over a slow line. */
const secondsBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
/** A database that takes longer is told of by other numbers: those of this process come without it. */
const databaseMsMax = 2_000

/** The families of push services; whatever else a browser names is `other`. */
const pushFamilies = [
  'fcm.googleapis.com',
  'push.services.mozilla.com',
  'push.apple.com',
  'notify.windows.com',
]

export function prometheusMetrics(pool: pg.Pool): Scrapable {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const counted = countersOf(registers)
  const stored = storedGauges(registers)
  addPoolGauges(registers, pool)
  addLoopGauge(registers)

  async function askDatabase(): Promise<void> {
    const jobs = await metricsJobs.all(pool, [givenUpQueue])
    const ledger = await metricsLedger.first(pool)
    stored.jobsDue.set(jobs.reduce((sum, { due }) => sum + due, 0))
    for (const { kind, oldestSeconds, givenUp } of jobs) {
      stored.jobsOldest.set({ kind }, oldestSeconds)
      stored.jobsGivenUp.set({ kind }, givenUp)
    }
    stored.ledgerAhead.set(ledger?.ahead ?? 0)
  }

  return {
    ...counted,
    async scrape() {
      const limit = Promise.withResolvers<void>()
      const timer = setTimeout(limit.resolve, databaseMsMax)
      // What the database said last stays where it does not answer.
      await Promise.race([askDatabase().catch(() => undefined), limit.promise])
      clearTimeout(timer)
      return { text: await registry.metrics(), contentType: registry.contentType }
    },
  }
}

function countersOf(registers: Registry[]): Metrics {
  const counter = <T extends string>(name: string, help: string, labelNames: T[]) =>
    new Counter({ name, help, labelNames, registers })
  const requests = counter('http_requests_total', 'Requests answered', ['route', 'status'])
  const seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'From a request until its answer is made',
    labelNames: ['route'],
    buckets: secondsBuckets,
    registers,
  })
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers })
  const streams = gauge('streams_open', 'Live streams that are open')
  const events = counter('events_sent_total', 'Events sent over live streams', ['type'])
  const lag = gauge('events_lag_seconds', 'A notification from this process back to itself')
  const ops = counter('push_ops_total', 'Queued operations answered', ['kind', 'status'])
  const mails = counter('mail_sent_total', 'Messages given to the mail server', ['status'])
  const jobTries = counter('job_tries_total', 'Tries at jobs that ended', ['kind', 'status'])
  const pushes = counter('push_sends_total', 'Notifications given to push services', [
    'host',
    'status',
  ])
  return {
    request(route, status, ms) {
      requests.inc({ route, status })
      seconds.observe({ route }, ms / 1_000)
    },
    stream: (change) => streams.inc(change),
    event: (type) => events.inc({ type }),
    eventsLag: (ms) => lag.set(ms / 1_000),
    operation: (kind, status) => ops.inc({ kind, status }),
    mail: (status) => mails.inc({ status }),
    jobTry: (kind, status) => jobTries.inc({ kind, status }),
    pushSend: (host, status) => pushes.inc({ host: familyOf(host), status }),
  }
}

function familyOf(host: string): string {
  const found = pushFamilies.find((family) => host === family || host.endsWith(`.${family}`))
  return found ?? 'other'
}

/** What every process reads from the database alike: look at the highest of them, never at their sum. */
function storedGauges(registers: Registry[]) {
  const gauge = <T extends string>(name: string, help: string, labelNames: T[] = []) =>
    new Gauge({ name, help, labelNames, registers })
  return {
    jobsDue: gauge('jobs_due', 'Jobs whose time has come'),
    jobsOldest: gauge('jobs_oldest_seconds', 'How long the first of them has waited', ['kind']),
    jobsGivenUp: gauge('jobs_given_up_total', 'Jobs given up that wait for the operator', ['kind']),
    ledgerAhead: gauge('ledger_partitions_ahead', 'Months of the ledger made ahead'),
  }
}

function addPoolGauges(registers: Registry[], pool: pg.Pool): void {
  const now = { idle: () => pool.idleCount, waiting: () => pool.waitingCount }
  for (const [name, count] of Object.entries(now)) {
    const gauge: Gauge = new Gauge({
      name: `db_pool_${name}`,
      help: name === 'idle' ? 'Connections that nobody has' : 'Requests that wait for a connection',
      registers,
      collect: () => gauge.set(count()),
    })
  }
}

/** What 99 of 100 turns of the event loop were late at most, since it was asked last. */
function addLoopGauge(registers: Registry[]): void {
  const delays = monitorEventLoopDelay({ resolution: 10 })
  delays.enable()
  const gauge: Gauge = new Gauge({
    name: 'event_loop_lag_seconds',
    help: 'How late 99 of 100 turns of the event loop were at most',
    registers,
    collect() {
      gauge.set(delays.count === 0 ? 0 : delays.percentile(99) / 1e9)
      delays.reset()
    },
  })
}
