import type { Logger } from 'pino'
import type { Database } from '#server/db/client.ts'
import { databaseErrorFacts } from '#server/db/errors.ts'
import { jobs as table, jobs } from '#server/db/schema/jobs.ts'
import { loggableError } from '#server/http/process/loggable-error.ts'
import type { Jobs, JobWork } from './port.ts'
import { and, eq, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Orm } from '#server/db/orm.ts'

const pollEveryMs = 5_000
/** After so many tries a job is given up and kept for the operator. */
export const attemptsMax = 8
const firstPauseMs = 30_000
const pauseMsMax = 3_600_000

/** Jobs in the database's own table: as safe as what calls for them, and done by any of several processes. */
export function createJobs(deps: {
  database: Database
  log: Logger
  now: () => number
  newId: () => string
}): Jobs {
  const { database, log, now, newId } = deps
  const works = new Map<string, JobWork>()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let stopping = false

  const add: Jobs['add'] = async (tx, job) => {
    await tx
      .insert(table)
      .values({ id: newId(), key: null, ...job })
      .onConflictDoNothing({ target: table.key })
  }

  const repeats = createRepeats((job) => add(database.orm, job), now)

  async function runDue(): Promise<number> {
    await repeats.addDue()
    let done = 0
    for (;;) {
      const kinds = stopping ? [] : [...works.keys()]
      const claimed = await claimDue(database.orm, kinds, new Date(now()))
      if (claimed.length === 0) return done
      for (const job of claimed) await runOne(deps, job, works.get(job.kind))
      done += claimed.length
    }
  }

  function poll(): void {
    running ??= runDue()
      .then(() => undefined)
      .catch((error: unknown) =>
        log.warn(databaseErrorFacts(error), 'jobs could not be looked for'),
      )
      .finally(() => (running = undefined))
  }

  return {
    add,
    handle: (kind, work) => {
      works.set(kind, work)
    },
    repeat(kind, everyMs, work) {
      works.set(kind, work)
      repeats.push({ kind, everyMs })
    },
    runDue,
    start() {
      timer ??= setInterval(poll, pollEveryMs).unref()
    },
    async stop() {
      stopping = true
      clearInterval(timer)
      await running
    },
  }
}

/** Adds the jobs that come again and again, one for each turn whichever process is first. */
function createRepeats(add: (job: NewJob) => Promise<void>, now: () => number) {
  const repeated: { kind: string; everyMs: number }[] = []
  /** The last turn of each that this process has added. */
  const added = new Map<string, number>()

  async function addDue(): Promise<void> {
    for (const { kind, everyMs } of repeated) {
      const turn = Math.floor(now() / everyMs)
      if (added.get(kind) === turn) continue
      const key = `${kind}:${turn}`
      await add({ kind, key, payload: {}, runAt: new Date(turn * everyMs) })
      added.set(kind, turn)
    }
  }

  return { push: (job: (typeof repeated)[number]) => repeated.push(job), addDue }
}

type NewJob = Parameters<Jobs['add']>[1]

/** Does a job's work and ends it; a failure is tried again later, until it is given up. */
async function runOne(
  { database, log, now }: { database: Database; log: Logger; now: () => number },
  job: ClaimedJob,
  work: JobWork | undefined,
): Promise<void> {
  try {
    await work?.(job.payload)
    await endJob(database.orm, job.id, new Date(now()), null)
  } catch (error) {
    log.warn({ kind: job.kind, attempts: job.attempts, ...loggableError(error) }, 'a job failed')
    const reason = error instanceof Error ? error.name : 'Error'
    if (job.attempts >= attemptsMax) {
      await endJob(database.orm, job.id, new Date(now()), reason)
    } else {
      const pauseMs = Math.min(pauseMsMax, firstPauseMs * 2 ** (job.attempts - 1))
      await retryJob(database.orm, job.id, new Date(now() + pauseMs), reason)
    }
  }
}

type ClaimedJob = Pick<typeof jobs.$inferSelect, 'id' | 'kind' | 'payload' | 'attempts'>

/** A process that took a job and died keeps it from the others for so long. */
const leaseMs = 120_000
const claimedAtOnce = 10

/** Takes jobs that are due, in the order they were noted; no two processes get the same one. */
async function claimDue(orm: Orm, kinds: readonly string[], now: Date): Promise<ClaimedJob[]> {
  if (kinds.length === 0) return []
  const due = orm
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        isNull(jobs.endedAt),
        lte(jobs.runAt, now),
        or(isNull(jobs.lockedUntil), lt(jobs.lockedUntil, now)),
        inArray(jobs.kind, [...kinds]),
      ),
    )
    .orderBy(jobs.runAt, jobs.id)
    .limit(claimedAtOnce)
    .for('update', { skipLocked: true })
  const claimed = await orm
    .update(jobs)
    .set({
      attempts: sql`${jobs.attempts} + 1`,
      lockedUntil: new Date(now.getTime() + leaseMs),
    })
    .where(inArray(jobs.id, due))
    .returning({ id: jobs.id, kind: jobs.kind, payload: jobs.payload, attempts: jobs.attempts })
  // An update returns its rows in any order; ids are made in the order of time.
  return claimed.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/** Done, or given up with the kind of its last failure. */
async function endJob(
  orm: Orm,
  id: string,
  endedAt: Date,
  lastError: string | null,
): Promise<void> {
  await orm.update(jobs).set({ endedAt, lastError, lockedUntil: null }).where(eq(jobs.id, id))
}

async function retryJob(orm: Orm, id: string, runAt: Date, lastError: string): Promise<void> {
  await orm.update(jobs).set({ runAt, lastError, lockedUntil: null }).where(eq(jobs.id, id))
}
