import { isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { fromDrizzle, type PgBoss, type JobWithMetadata } from 'pg-boss'
import library from 'pg-boss/package.json' with { type: 'json' }
import type { Logger } from 'pino'
import { v5 as uuidv5 } from 'uuid'
import { momentOf } from '#contract/calendar/time-zone.ts'
import { clockAt, addDays, utcDate, type LocalDate, hourMs } from '#contract/local-date.ts'
import type { Database } from '#server/db/client.ts'
import { databaseErrorFacts } from '#server/db/errors.ts'
import type { Orm } from '#server/db/orm.ts'
import { jobs as oldJobs } from '#server/db/schema/upkeep.ts'
import { loggableError } from '#server/http/routing/problem.ts'
import { noMetrics, type Metrics } from '#server/ports/metrics/metrics.ts'
import { createRunByHand, type Attempt, type MovableClock } from './by-hand.ts'
import { jobsNow, givenUpJobs } from './jobs.sql.ts'
import { installedVersion, bossOf } from './library.ts'
import {
  isJobKind,
  jobQueues,
  type GivenUpJobs,
  type JobKind,
  type Jobs,
  type JobWork,
  givenUpQueue,
  type DailyTime,
  type NewJob,
} from './port.ts'

/** How often a hand looks into an empty queue: the first one, and the others, which whoever finds work calls. */
const pollSeconds = { first: 2, others: 10 }
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

export interface OpenJobs extends Jobs {
  readonly givenUp: GivenUpJobs
}

/** Jobs on pg-boss, in the same database as what calls for them and done by any of several processes. */
export async function openJobs(deps: JobsDeps): Promise<OpenJobs> {
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
    givenUp: createGivenUp({ boss, database }),
    add,
    handle: (kind, work) => void works.set(kind, work),
    repeat(kind, everyMs, work) {
      works.set(kind, work)
      repeats.add(kind, (nowMs) => turnOf(everyMs, nowMs))
    },
    daily(kind, time, work) {
      works.set(kind, work)
      repeats.add(kind, (nowMs) => dailyTurn(time, nowMs))
    },
    async now() {
      return (await jobsNow.first(database.pool))?.now.getTime() ?? now()
    },
    async runDue() {
      return stopping ? 0 : byHand(addDue, attempts())
    },
    async start() {
      timer ??= setInterval(noteDue, repeatEveryMs).unref()
      for (const [kind, attempt] of attempts()) await startHands(boss, kind, attempt)
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

/**
 * Starts the hands of a queue. One that finds work calls all of them, and looks again itself as soon as it is done: the
 * library lets a hand wait between two jobs as long as between two looks into an empty queue.
 */
async function startHands(boss: PgBoss, kind: JobKind, attempt: Attempt): Promise<void> {
  const ids: string[] = []
  for (let hand = 0; hand < jobQueues[kind].hands; hand += 1) {
    const pollingIntervalSeconds = hand === 0 ? pollSeconds.first : pollSeconds.others
    const id = await boss.work<object>(kind, { pollingIntervalSeconds }, async ([job]) => {
      if (!job) return
      for (const each of ids) boss.notifyWorker(each)
      await attempt(job)
    })
    ids.push(id)
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

/**
 * The library's own way back gives a job another id. Here it stays the same: what a job makes elsewhere carries its id, and what
 * it has noted under a key carries it in the key.
 */
function createGivenUp({ boss, database }: { boss: PgBoss; database: Database }): GivenUpJobs {
  return {
    list: () => givenUpJobs.all(database.pool, [givenUpQueue]),
    async retry(kind) {
      const stored = await boss.findJobs<object>(givenUpQueue, { queued: true })
      const ofKind = stored.filter(({ sourceName }) => sourceName === kind)
      for (const job of ofKind) await giveBack({ boss, database }, kind, job)
      return ofKind.length
    },
  }
}

/**
 * One job in one transaction. Where it was noted again meanwhile under its key, or another operator was first, the job that is
 * there is the same work, and goes on.
 */
async function giveBack(
  { boss, database }: { boss: PgBoss; database: Database },
  kind: JobKind,
  { id: givenUpId, data, sourceRootId, sourceId }: JobWithMetadata,
): Promise<void> {
  const id = sourceRootId ?? sourceId
  if (!id) throw new Error('A job that was given up does not say which one it was')
  await database.orm.transaction(async (tx) => {
    const db = fromDrizzle(tx, sql)
    await boss.deleteJob(givenUpQueue, givenUpId, { db })
    const [before] = await boss.findJobs(kind, { id, db })
    if (before?.state === 'failed') await boss.deleteJob(kind, id, { db })
    await boss.send(kind, data, { id, db })
  })
}

/** One time that repeated work is asked for; `name` is the same in every process. */
interface Turn {
  readonly name: string
  /** Epoch milliseconds. */
  readonly atMs: number
}

type TurnAt = (nowMs: number) => Turn

/** Notes the jobs that come again and again, one for each turn whichever process is first. */
function createRepeats(add: (job: NewJob) => Promise<void>, now: () => number) {
  const repeated = new Map<JobKind, TurnAt>()
  /** The last turn of each that this process has noted. */
  const noted = new Map<JobKind, string>()

  async function addDue(): Promise<void> {
    for (const [kind, turnAt] of repeated) {
      const { name, atMs } = turnAt(now())
      if (noted.get(kind) === name) continue
      await add({ kind, key: `${kind}:${name}`, payload: {}, runAt: new Date(atMs) })
      noted.set(kind, name)
    }
  }

  return { add: (kind: JobKind, turnAt: TurnAt) => void repeated.set(kind, turnAt), addDue }
}

/** The turn of a moment where there is one in each `everyMs`. */
function turnOf(everyMs: number, nowMs: number): Turn {
  const turn = Math.floor(nowMs / everyMs)
  return { name: String(turn), atMs: turn * everyMs }
}

/**
 * The last turn that has begun where there is one on each local date, named by that date. An hour that the zone's clock skips
 * begins after the skip, and one that it shows twice begins once; a date that the zone skipped has none.
 */
export function dailyTurn({ hour, timeZone }: DailyTime, nowMs: number): Turn {
  const startOf = (date: LocalDate) => momentOf(timeZone, Date.parse(date) + hour * hourMs)
  // From the day after: clocks that are put back over midnight show yesterday once more.
  let date = addDays(utcDate(clockAt(timeZone, nowMs)), 1)
  while (startOf(date) > nowMs) date = addDays(date, -1)
  return { name: date, atMs: startOf(date) }
}
