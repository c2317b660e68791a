import { randomUUID } from 'node:crypto'
import { setTimeout as rest } from 'node:timers/promises'
import pg, { Client } from 'pg'
import type { Logger } from 'pino'
import type { Database } from '#server/db/client.ts'
import { databaseErrorFacts } from '#server/db/errors.ts'
import type { Metrics } from '#server/ports/metrics/metrics.ts'
import { createOutgoing, channel, decodeEvent, encodeEvent, encodeProbe } from './outgoing.ts'
import { localEvents, type EventBus, createHub } from './port.ts'

/** The embedded database serves one process alone; on PostgreSQL there may be others. */
export async function openEvents(deps: {
  databaseUrl: string | undefined
  database: Database
  log: Logger
  /** Unset: nobody asks how long notifications take. */
  metrics?: Pick<Metrics, 'eventsLag'> | undefined
}): Promise<EventBus> {
  const { databaseUrl, database, log, metrics } = deps
  if (database.kind === 'embedded' || databaseUrl === undefined) return localEvents()
  const processId = randomUUID()
  const onLag = metrics?.eventsLag
  return postgresEvents({ databaseUrl, pool: database.pool, log, processId, onLag })
}

/**
 * Events of every process on one PostgreSQL, over LISTEN and NOTIFY. Listeners of the same process are told at once.
 * `databaseUrl` must lead to PostgreSQL itself: a pooler that shares connections between transactions cannot listen.
 */
export async function postgresEvents(deps: {
  databaseUrl: string
  pool: pg.Pool
  log: Logger
  processId: string
  /** Told how long a notification takes back to this process, where somebody asks. */
  onLag?: ((ms: number) => void) | undefined
  /** How often the connection that listens is asked whether it is alive. */
  aliveEveryMs?: number
}): Promise<EventBus> {
  const { processId } = deps
  const hub = createHub()
  const outgoing = createOutgoing(deps)
  const lag = lagOf(() => outgoing.send([encodeProbe(processId)]), deps.onLag)
  const incoming = await listenForEvents({
    ...deps,
    onText: (text) => {
      const received = decodeEvent(text)
      if (received?.from === processId && received.to?.length === 0) lag.arrived()
      if (!received || received.from === processId) return
      if (received.to) hub.deliver(received.to, received.event)
      else hub.deliverToAll(received.event)
    },
    onGap: () => {
      hub.deliverToAll({ type: 'resync' })
      lag.lost()
    },
  })
  // What came before it listened is unknown to this process.
  hub.deliverToAll({ type: 'resync' })
  lag.start()
  return {
    publish(userIds, event) {
      hub.deliver(userIds, event)
      outgoing.send(encodeEvent(processId, userIds, event))
    },
    subscribe: hub.subscribe,
    recent: hub.recent,
    close: async () => {
      lag.stop()
      await outgoing.close()
      await incoming.close()
    },
  }
}

/** How often somebody looks how long a notification takes. */
const lagEveryMs = 15_000

/** Sends a notification to oneself again and again; one that does not come back is late by as long as it is away. */
function lagOf(send: () => void, onLag: ((ms: number) => void) | undefined) {
  let sentMs: number | undefined
  let timer: NodeJS.Timeout | undefined
  function tell(): void {
    if (sentMs !== undefined) onLag?.(performance.now() - sentMs)
  }
  function probe(): void {
    if (sentMs !== undefined) return tell()
    sentMs = performance.now()
    send()
  }
  function lost(): void {
    sentMs = undefined
  }
  return {
    start() {
      if (!onLag) return
      probe()
      timer = setInterval(probe, lagEveryMs).unref()
    },
    arrived() {
      tell()
      lost()
    },
    lost,
    stop: () => clearInterval(timer),
  }
}

/** Between two tries to listen again after the connection was lost. */
const retryMs = 1_000

/** How long a connection may take to stand, and then to listen. */
const connectTimeoutMs = 5_000

const aliveEveryMsDefault = 10_000
/** A connection that leaves so many questions without an answer is replaced. */
const unansweredMax = 2

interface Incoming {
  close(): Promise<void>
}

/**
 * Listens on a connection of its own, for as long as the process runs: notifications reach only who listens at the
 * moment. `onGap` is called when it listens again after a loss. Resolves once it listens for the first time.
 */
async function listenForEvents(deps: {
  databaseUrl: string
  log: Logger
  aliveEveryMs?: number
  onText: (text: string) => void
  onGap: () => void
}): Promise<Incoming> {
  const { databaseUrl, log, onText, onGap, aliveEveryMs = aliveEveryMsDefault } = deps
  const stopping = new AbortController()
  let current = await connect()

  async function connect(): Promise<Client> {
    const client = new Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: connectTimeoutMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      application_name: 'zync events',
    })
    client.on('notification', ({ payload }) => onText(payload ?? ''))
    // Node ends a process over an 'error' that nobody listens to; 'end' follows it.
    client.on('error', (error) => log.warn(databaseErrorFacts(error), 'live events were cut off'))
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
    } catch (error) {
      await client.end().catch(() => undefined)
      throw error
    }
    client.once('end', () => void listenAgain())
    endWhenSilent(client, { everyMs: aliveEveryMs, log })
    return client
  }

  async function listenAgain(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        current = await connect()
        if (stopping.signal.aborted) return await current.end()
        onGap()
        return
      } catch (error) {
        log.warn(databaseErrorFacts(error), 'live events cannot be listened for yet')
        await rest(retryMs, undefined, { signal: stopping.signal, ref: false }).catch(
          () => undefined,
        )
      }
    }
  }

  return {
    close: async () => {
      stopping.abort()
      await current.end().catch(() => undefined)
    },
  }
}

/**
 * Ends a connection that no longer answers. Whoever only listens would not notice for hours that the other side is gone without a
 * word: behind a firewall that forgot the connection, or on a machine that lost its power.
 */
function endWhenSilent(client: Client, { everyMs, log }: { everyMs: number; log: Logger }): void {
  let unanswered = 0
  function ask(): void {
    if (unanswered === unansweredMax) {
      log.warn('live events are cut off: the connection that listens does not answer')
      clearInterval(timer)
      // With a question under way it is destroyed, not taken leave of.
      void client.end().catch(() => undefined)
      return
    }
    unanswered += 1
    client.query('select 1').then(
      () => (unanswered = 0),
      // A lost connection ends by itself; one that is late has not answered.
      () => undefined,
    )
  }
  const timer = setInterval(ask, everyMs).unref()
  client.once('end', () => clearInterval(timer))
}
