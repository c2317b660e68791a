import type pg from 'pg'
import { PgBoss, type Db, type QueueOptions } from 'pg-boss'
import library from 'pg-boss/package.json' with { type: 'json' }
import type { Logger } from 'pino'
import type { Database } from '#server/db/client.ts'
import { databaseErrorFacts } from '#server/db/errors.ts'
import type { MovableClock } from './by-hand.ts'
import { adoptGivenUp, installedQueues } from './jobs.sql.ts'
import { givenUpQueue, jobQueues, type JobQueue } from './port.ts'

/** The tables of the library, beside ours. */
const jobsSchema = 'pgboss'

/** How often somebody looks for jobs whose process died. */
const monitorSeconds = 30

/** The library on our pool. */
export function bossOf(
  { database, log, clock }: { database: Database; log?: Logger; clock?: MovableClock | undefined },
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

const givenUpSeconds = 90 * 86_400
/** Jobs that nobody takes wait for the operator until their retention is over. */
const givenUpRules = {
  retryLimit: 0,
  retentionSeconds: givenUpSeconds,
  deleteAfterSeconds: givenUpSeconds,
} as const

/** Makes the tables of the jobs and a queue for each kind, or brings them up to date. Any number of processes may call it. */
export async function installJobs(database: Database): Promise<void> {
  const boss = bossOf({ database }, { migrate: true, supervise: false })
  await boss.start()
  try {
    const there = new Set((await boss.getQueues()).map(({ name }) => name))
    const put = (name: string, rules: QueueOptions & { deadLetter?: string }) =>
      there.has(name) ? boss.updateQueue(name, rules) : boss.createQueue(name, rules)
    // The others name it.
    await put(givenUpQueue, givenUpRules)
    for (const [name, queue] of queuesOfKinds()) await put(name, rulesOf(queue))
    await adoptGivenUp.run(database.pool, [kindsWithGivenUp(), givenUpQueue])
  } finally {
    await boss.stop({ graceful: false, close: false })
  }
}

function rulesOf({ limitSeconds, attempts = attemptsMax, storedSeconds, secret }: JobQueue) {
  return {
    ...queueRules,
    expireInSeconds: limitSeconds,
    retryLimit: attempts - 1,
    ...(attempts > 1 && !secret ? { deadLetter: givenUpQueue } : {}),
    ...(storedSeconds ? { deleteAfterSeconds: storedSeconds } : {}),
  }
}

function queuesOfKinds(): [string, JobQueue][] {
  return Object.entries<JobQueue>(jobQueues)
}

/** Work of one try soon comes again by itself: nobody needs to give it back. */
function kindsWithGivenUp(): string[] {
  return queuesOfKinds().flatMap(([name, queue]) => (rulesOf(queue).deadLetter ? [name] : []))
}

/** Whether a database has the tables of the jobs, as this build or a later one makes them, and every queue of ours. */
export async function jobsAreInstalled(database: Database): Promise<boolean> {
  const version = await installedVersion(database)
  if (version === undefined || version < library.pgboss.schema) return false
  const there = await installedQueues.all(database.pool)
  const deadLetters = new Map(there.map(({ name, deadLetter }) => [name, deadLetter]))
  const named = [givenUpQueue, ...Object.keys(jobQueues)].every((name) => deadLetters.has(name))
  return named && kindsWithGivenUp().every((name) => deadLetters.get(name))
}

export async function installedVersion(database: Database): Promise<number | undefined> {
  const boss = bossOf({ database }, { migrate: false, supervise: false })
  return (await boss.isInstalled()) ? ((await boss.schemaVersion()) ?? undefined) : undefined
}
