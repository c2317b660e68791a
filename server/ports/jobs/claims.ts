import { and, eq, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Orm } from '#server/db/orm.ts'
import { jobs } from '#server/db/schema/jobs.ts'

export type ClaimedJob = Pick<typeof jobs.$inferSelect, 'id' | 'kind' | 'payload' | 'attempts'>

/** A process that took a job and died keeps it from the others for so long. */
const leaseMs = 120_000
const claimedAtOnce = 10

/** Takes jobs that are due, in the order they were noted; no two processes get the same one. */
export async function claimDue(
  orm: Orm,
  kinds: readonly string[],
  now: Date,
): Promise<ClaimedJob[]> {
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
export async function endJob(
  orm: Orm,
  id: string,
  endedAt: Date,
  lastError: string | null,
): Promise<void> {
  await orm.update(jobs).set({ endedAt, lastError, lockedUntil: null }).where(eq(jobs.id, id))
}

export async function retryJob(
  orm: Orm,
  id: string,
  runAt: Date,
  lastError: string,
): Promise<void> {
  await orm.update(jobs).set({ runAt, lastError, lockedUntil: null }).where(eq(jobs.id, id))
}
