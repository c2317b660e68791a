import type { LookedAt } from '#contract/quests/access.ts'
import type { Queryable } from './queryable.ts'
import { accessNotes } from './access-log.sql.ts'

/** Somebody looked at something of somebody else. */
export interface Look {
  readonly id: string
  readonly subjectId: string
  readonly actorId: string
  readonly what: LookedAt
  readonly questId: number | null
}

/** Notes looks; before what was looked at leaves, so that none goes unnoted. */
export async function noteLooks(
  client: Queryable,
  looks: readonly Look[],
  at: Date,
): Promise<void> {
  await accessNotes.run(client, [
    looks.map(({ id }) => id),
    looks.map(({ subjectId }) => subjectId),
    looks.map(({ actorId }) => actorId),
    looks.map(({ what }) => what),
    looks.map(({ questId }) => questId),
    at,
  ])
}
