import { fromDrizzle, PgBoss, type AttachableClock, type Db, type Job } from 'pg-boss'
import { isNull, sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Logger } from 'pino'
import { v5 as uuidv5 } from 'uuid'
import type { Database } from '#server/db/client.ts'
import { databaseErrorFacts, isDatabaseAway } from '#server/db/errors.ts'
import type { Orm } from '#server/db/orm.ts'
import { jobs as oldJobs } from '#server/db/schema/jobs.ts'
import { loggableError } from '#server/http/process/loggable-error.ts'
import { jobQueues, type JobKind, type Jobs, type JobWork } from './port.ts'

/** The tables of the library, beside ours. */
export const jobsSchema = 'pgboss'

/** After so many tries a job is given up and kept for the operator. */
export const attemptsMax = 8
const queueRules = {
  retryLimit: attemptsMax - 1,
  retryDelay: 30,
  retryBackoff: true,
  retryDelayMax: 3_600,
  /** A process that died is noticed by then, long before the limit of its work is over. */
  heartbeatSeconds: 30,
  /** A reminder may be noted a year ahead; what waits longer after its time is of no use. */
  retentionSeconds: 30 * 86_400,
  deleteAfterSeconds: 30 * 86_400,
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
}

type MovableClock = AttachableClock & { setTime(toMs: number): Promise<void> }

/** Makes the tables of the jobs and a queue for each kind, or brings them up to date. Any number of processes may call it. */
export async function installJobs(database: Database): Promise<void> {
  const boss = bossOf({ database }, { migrate: true })
  await boss.start()
  try {
    const there = new Set((await boss.getQueues()).map(({ name }) => name))
    for (const [name, { limitSeconds }] of Object.entries(jobQueues)) {
      const rules = { ...queueRules, expireInSeconds: limitSeconds }
      await (there.has(name) ? boss.updateQueue(name, rules) : boss.createQueue(name, rules))
    }
    await moveOldJobs(boss, database.orm)
  } finally {
    await boss.stop({ graceful: false, close: false })
  }
}

/** Jobs on pg-boss, in the same database as what calls for them and done by any of several processes. */
export async function openJobs(deps: JobsDeps): Promise<Jobs> {
  const { database, log, now, newId, clock } = deps
  const boss = bossOf(deps, { migrate: false })
  // It knows every queue from here on: a job is noted without asking for its queue on another connection.
  await boss.start()
  const works = new Map<JobKind, JobWork>()
  const attempts = () =>
    [...works].map(([kind, work]) => [kind, attemptOf({ kind, work, log })] as const)
  const repeats = createRepeats((job) => add(database.orm, job), now)
  let timer: NodeJS.Timeout | undefined
  let stopping: Promise<void> | undefined

  const add: Jobs['add'] = async (tx, { kind, key, payload, runAt }) => {
    await boss.send(kind, payload, {
      id: idOf(key, newId()),
      startAfter: runAt,
      db: fromDrizzle(tx, sql),
    })
  }

  function noteRepeats(): void {
    repeats.addDue().catch((error: unknown) => {
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
    async runDue() {
      if (stopping) return 0
      if (clock) {
        await clock.setTime(now())
        await boss.supervise()
      }
      await repeats.addDue()
      return runAll(boss, attempts())
    },
    async start() {
      timer ??= setInterval(noteRepeats, repeatEveryMs).unref()
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

function bossOf(
  { database, log, clock }: Pick<JobsDeps, 'database' | 'clock'> & Partial<Pick<JobsDeps, 'log'>>,
  { migrate }: { migrate: boolean },
): PgBoss {
  const boss = new PgBoss({
    db: poolDb(database.pool),
    schema: jobsSchema,
    backend: database.kind === 'embedded' ? 'pglite' : 'postgres',
    migrate,
    supervise: !migrate,
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

/** Takes over what earlier versions noted in a table of their own; that table goes with a later version. */
async function moveOldJobs(boss: PgBoss, orm: Orm): Promise<void> {
  const waiting = await orm.select().from(oldJobs).where(isNull(oldJobs.endedAt))
  for (const { id, kind, key, payload, runAt } of waiting) {
    if (!Object.hasOwn(jobQueues, kind)) continue
    await boss.send(kind, Object(payload), { id: idOf(key, id), startAfter: runAt })
  }
  await orm.delete(oldJobs)
}

/** The id that a key makes is the same in every process: the job that is there already is the same work. */
function idOf(key: string | null | undefined, ownId: string): string {
  return key ? uuidv5(key, keyNamespace) : ownId
}

/** Our pool as the library sees it. What tests say about a session is said before each statement: there are many sessions. */
function poolDb(pool: pg.Pool): Db {
  let before: string[] = []
  return {
    executeSql: async (text, values) => {
      const client = await pool.connect()
      let broken = false
      try {
        for (const statement of before) await client.query(statement)
        return rowsOf(await client.query(text, values))
      } catch (error) {
        broken = isDatabaseAway(error)
        throw error
      } finally {
        client.release(broken)
      }
    },
    setSessionStatements: async (statements) => {
      before = statements
    },
  }
}

/** A script of several statements has a result for each. */
function rowsOf(result: pg.QueryResult | pg.QueryResult[]): { rows: unknown[] } {
  return { rows: [result].flat().flatMap(({ rows }) => rows) }
}

type Attempt = (job: Pick<Job, 'id' | 'data' | 'signal'>) => Promise<void>

/** One try at a job. What a failure says is logged by its kind alone, and so it is stored: words repeat addresses. */
function attemptOf({ kind, work, log }: { kind: JobKind; work: JobWork; log: Logger }): Attempt {
  return async ({ id, data, signal }) => {
    try {
      await work(data, { id, signal })
    } catch (error) {
      log.warn({ kind, ...loggableError(error) }, 'a job failed')
      throw new JobFailed(error instanceof Error ? error.name : 'Error')
    }
  }
}

class JobFailed extends Error {
  override name = 'JobFailed'
  override stack = ''
}

/** Does what is due, one after another, until nothing is: work of one kind may note work of another. */
async function runAll(boss: PgBoss, attempts: readonly (readonly [JobKind, Attempt])[]) {
  let done = 0
  for (let before = -1; before < done;) {
    before = done
    for (const [kind, attempt] of attempts) {
      const next = () => boss.fetch<object>(kind)
      for (let [job] = await next(); job; [job] = await next()) {
        await runFetched(boss, job, attempt)
        done += 1
      }
    }
  }
  return done
}

async function runFetched(boss: PgBoss, job: Job, attempt: Attempt): Promise<void> {
  try {
    await attempt(job)
    await boss.complete(job.name, job.id)
  } catch (error) {
    await boss.fail(job.name, job.id, { reason: error instanceof Error ? error.message : 'Error' })
  }
}

/** Notes the jobs that come again and again, one for each turn whichever process is first. */
function createRepeats(add: (job: Parameters<Jobs['add']>[1]) => Promise<void>, now: () => number) {
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
