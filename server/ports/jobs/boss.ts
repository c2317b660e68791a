import { fromDrizzle, PgBoss, type Db } from 'pg-boss'
import library from 'pg-boss/package.json' with { type: 'json' }
import { isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Logger } from 'pino'
import { v5 as uuidv5 } from 'uuid'
import type { Database } from '#server/db/client.ts'
import { databaseErrorFacts } from '#server/db/errors.ts'
import type { Orm } from '#server/db/orm.ts'
import { jobs as oldJobs } from '#server/db/schema/upkeep.ts'
import { loggableError } from '#server/http/process/loggable-error.ts'
import { noMetrics, type Metrics } from '#server/ports/metrics/port.ts'
import { createRunByHand, type Attempt, type MovableClock } from './by-hand.ts'
import {
  jobQueues,
  type JobKind,
  type JobQueue,
  type Jobs,
  type JobWork,
  type NewJob,
} from './port.ts'

/** The tables of the library, beside ours. */
export const jobsSchema = 'pgboss'

/** After so many tries a job is given up and kept for the operator. */
export const attemptsMax = 8
const queueRules = {
  retryDelay: 30,
  retryBackoff: true,
  retryDelayMax: 3_600,
  /** A process that died is noticed by then, long before the limit of its work is over. */
  heartbeatSeconds: 30,
  /** A reminder may be noted a year ahead; what waits longer after its time is of no use. */
  retentionSeconds: 30 * 86_400,
  /** What ended is there for a look at what went wrong over a weekend. */
  deleteAfterSeconds: 3 * 86_400,
} as const

const pollSeconds = 2
/** How often somebody looks for jobs whose process died. */
const monitorSeconds = 30
const repeatEveryMs = 5_000
const stopMsMax = 10_000
const keyNamespace = '6f0a3c52-0d6b-5a57-9d1c-3f1f3d0b9f55'

export interface JobsDeps {
  readonly database: Database
  readonly log: Logger
  readonly now: () => number
  readonly newId: () => string
  /** Tests bring one that they move by hand; the database's own without it. */
  readonly clock?: MovableClock
  readonly metrics?: Pick<Metrics, 'jobTry'>
}

/** Makes the tables of the jobs and a queue for each kind, or brings them up to date. Any number of processes may call it. */
export async function installJobs(database: Database): Promise<void> {
  const boss = bossOf({ database }, { migrate: true, supervise: false })
  await boss.start()
  try {
    const there = new Set((await boss.getQueues()).map(({ name }) => name))
    for (const [
      name,
      { limitSeconds, attempts = attemptsMax, storedSeconds },
    ] of Object.entries<JobQueue>(jobQueues)) {
      const rules = {
        ...queueRules,
        expireInSeconds: limitSeconds,
        retryLimit: attempts - 1,
        ...(storedSeconds ? { deleteAfterSeconds: storedSeconds } : {}),
      }
      await (there.has(name) ? boss.updateQueue(name, rules) : boss.createQueue(name, rules))
    }
  } finally {
    await boss.stop({ graceful: false, close: false })
  }
}

/** Whether a database has the tables of the jobs, as this build or a later one makes them, and a queue for each kind. */
export async function jobsAreInstalled(database: Database): Promise<boolean> {
  const version = await installedVersion(database)
  if (version === undefined || version < library.pgboss.schema) return false
  const { rows } = await database.pool.query<{ name: string }>(
    `select name from ${jobsSchema}.queue`,
  )
  const there = new Set(rows.map(({ name }) => name))
  return Object.keys(jobQueues).every((name) => there.has(name))
}

async function installedVersion(database: Database): Promise<number | undefined> {
  const boss = bossOf({ database }, { migrate: false, supervise: false })
  return (await boss.isInstalled()) ? ((await boss.schemaVersion()) ?? undefined) : undefined
}

/** Jobs on pg-boss, in the same database as what calls for them and done by any of several processes. */
export async function openJobs(deps: JobsDeps): Promise<Jobs> {
  const { database, log, now, newId, clock } = deps
  // The library refuses tables of a later build where it may not migrate; where it may, it leaves those as they are.
  const newer = ((await installedVersion(database)) ?? 0) > library.pgboss.schema
  const boss = bossOf(deps, { migrate: newer, supervise: true })
  // It knows every queue from here on: a job is noted without asking for its queue on another connection.
  await boss.start()
  const byHand = createRunByHand({ boss, pool: database.pool, now, clock })
  const works = new Map<JobKind, JobWork>()
  const attempts = () =>
    [...works].map(([kind, work]) => [kind, attemptOf(kind, work, deps)] as const)
  const add = adderTo(boss, { newId, isDue: (runAt) => runAt.getTime() <= now() })
  // A turn begins at one moment for all processes.
  const addTurn = adderTo(boss, { newId, isDue: () => false })
  const repeats = createRepeats((job) => addTurn(database.orm, job), now)
  let timer: NodeJS.Timeout | undefined
  let stopping: Promise<void> | undefined

  async function addDue(): Promise<void> {
    await repeats.addDue()
    // A process of an earlier version may still run beside this one and note work its own way.
    await moveOldJobs(database.orm, add, now())
  }

  function noteDue(): void {
    addDue().catch((error: unknown) => {
      log.warn(databaseErrorFacts(error), 'repeated jobs could not be noted')
    })
  }

  return {
    add,
    handle: (kind, work) => void works.set(kind, work),
    repeat(kind, everyMs, work) {
      works.set(kind, work)
      repeats.push({ kind, everyMs })
    },
    async now() {
      const { rows } = await database.pool.query<{ now: Date }>(
        `select ${jobsSchema}.job_now() as now`,
      )
      return rows[0]?.now.getTime() ?? now()
    },
    async runDue() {
      return stopping ? 0 : byHand(addDue, attempts())
    },
    async start() {
      timer ??= setInterval(noteDue, repeatEveryMs).unref()
      for (const [kind, attempt] of attempts()) {
        const localConcurrency = jobQueues[kind].hands
        const options = { pollingIntervalSeconds: pollSeconds, localConcurrency }
        await boss.work<object>(kind, options, async ([job]) => job && attempt(job))
      }
    },
    stop() {
      clearInterval(timer)
      return (stopping ??= boss
        .stop({ close: false, timeout: stopMsMax })
        .catch((error: unknown) => {
          log.warn(databaseErrorFacts(error), 'jobs could not be stopped')
        }))
    },
  }
}

/** What is due by this process is due by the database, whose clock decides: ours may be ahead of it. */
function adderTo(
  boss: PgBoss,
  { newId, isDue }: Pick<JobsDeps, 'newId'> & { isDue: (runAt: Date) => boolean },
): Jobs['add'] {
  return async (tx, { kind, key, payload, runAt }) => {
    await boss.send(kind, payload, {
      // The id that a key makes is the same in every process: the job that is there already is the same work.
      id: key ? uuidv5(key, keyNamespace) : newId(),
      ...(isDue(runAt) ? {} : { startAfter: runAt }),
      db: fromDrizzle(tx, sql),
    })
  }
}

function bossOf(
  { database, log, clock }: Pick<JobsDeps, 'database' | 'clock'> & Partial<Pick<JobsDeps, 'log'>>,
  { migrate, supervise }: { migrate: boolean; supervise: boolean },
): PgBoss {
  const boss = new PgBoss({
    db: poolDb(database.pool),
    schema: jobsSchema,
    backend: database.kind === 'embedded' ? 'pglite' : 'postgres',
    migrate,
    supervise,
    superviseIntervalSeconds: monitorSeconds,
    monitorIntervalSeconds: monitorSeconds,
    schedule: false,
    ...(clock ? { clock } : {}),
  })
  boss.on('error', (error) =>
    log?.warn(databaseErrorFacts(error), 'jobs could not be looked after'),
  )
  return boss
}

/**
 * Takes over what earlier versions noted in a table of their own, each once: it leaves there and comes here in one
 * transaction. What one of their processes works on stays until its lease is over. That table goes with a later version.
 */
async function moveOldJobs(orm: Orm, add: Jobs['add'], nowMs: number): Promise<void> {
  const { endedAt, lockedUntil } = oldJobs
  await orm.transaction(async (tx) => {
    const left = await tx
      .delete(oldJobs)
      .where(or(isNotNull(endedAt), isNull(lockedUntil), lt(lockedUntil, new Date(nowMs))))
      .returning()
    for (const { id, kind, key, payload, runAt, endedAt: ended } of left) {
      if (ended || !isJobKind(kind)) continue
      await add(tx, { kind, key: key ?? id, payload: Object(payload), runAt })
    }
  })
}

function isJobKind(kind: string): kind is JobKind {
  return Object.hasOwn(jobQueues, kind)
}

/** Our pool as the library sees it. What tests say about a session is said to each connection when it is next taken. */
function poolDb(pool: pg.Pool): Db {
  let release = () => {}
  return {
    executeSql: async (text, values) => {
      const client = await pool.connect()
      let broken = false
      try {
        return rowsOf(await client.query(text, values))
      } catch (error) {
        // A script of the library that fails may leave its transaction open: nobody else gets that connection.
        broken = true
        throw error
      } finally {
        client.release(broken)
      }
    },
    setSessionStatements: async (statements) => {
      release()
      release = prepareSessions(pool, statements)
    },
  }
}

/** Ours too, not the library's alone: a job that is noted in our transaction is due by the same clock. */
function prepareSessions(pool: pg.Pool, statements: readonly string[]): () => void {
  const prepared = new WeakSet<object>()
  const prepare = (client: pg.PoolClient) => {
    if (prepared.has(client)) return
    prepared.add(client)
    // A connection that fails says so to whoever takes it.
    for (const statement of statements) client.query(statement).catch(() => undefined)
  }
  pool.on('acquire', prepare)
  return () => void pool.off('acquire', prepare)
}

/** A script of several statements has a result for each. */
function rowsOf(result: pg.QueryResult | pg.QueryResult[]): { rows: unknown[] } {
  return { rows: [result].flat().flatMap(({ rows }) => rows) }
}

/** One try at a job. What a failure says is logged by its kind alone, and so it is stored: words repeat addresses. */
function attemptOf(kind: JobKind, work: JobWork, { log, metrics = noMetrics }: JobsDeps): Attempt {
  return async ({ id, data }) => {
    try {
      await work(data, { id })
      metrics.jobTry(kind, 'done')
    } catch (error) {
      metrics.jobTry(kind, 'failed')
      log.warn({ kind, ...loggableError(error) }, 'a job failed')
      throw new JobFailed(error instanceof Error ? error.name : 'Error')
    }
  }
}

class JobFailed extends Error {
  override name = 'JobFailed'
  override stack = ''
}

/** Notes the jobs that come again and again, one for each turn whichever process is first. */
function createRepeats(add: (job: NewJob) => Promise<void>, now: () => number) {
  const repeated: { kind: JobKind; everyMs: number }[] = []
  /** The last turn of each that this process has noted. */
  const noted = new Map<JobKind, number>()

  async function addDue(): Promise<void> {
    for (const { kind, everyMs } of repeated) {
      const turn = Math.floor(now() / everyMs)
      if (noted.get(kind) === turn) continue
      await add({ kind, key: `${kind}:${turn}`, payload: {}, runAt: new Date(turn * everyMs) })
      noted.set(kind, turn)
    }
  }

  return { push: (job: (typeof repeated)[number]) => repeated.push(job), addDue }
}
