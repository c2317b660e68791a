import type { LookedAt } from '#contract/quests/access.ts'
import type { Queryable } from './queryable.ts'
import { accessLogInsert } from './access-log.sql.ts'

/** Somebody looked at something of somebody else. */
export interface AccessRead {
  readonly id: string
  readonly subjectId: string
  readonly actorId: string
  readonly what: LookedAt
  readonly questId: number | null
}

/** Notes reads; before what was looked at leaves, so that none goes unnoted. */
export async function logReads(
  client: Queryable,
  reads: readonly AccessRead[],
  at: Date,
): Promise<void> {
  await accessLogInsert.run(client, [
    reads.map(({ id }) => id),
    reads.map(({ subjectId }) => subjectId),
    reads.map(({ actorId }) => actorId),
    reads.map(({ what }) => what),
    reads.map(({ questId }) => questId),
    at,
  ])
}
