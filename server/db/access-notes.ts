import type { LookedAt } from '#contract/quests/access.ts'
import type { Queryable } from './queryable.ts'

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
  await client.query({
    name: 'access_notes',
    text: `insert into access_log (id, subject_id, actor_id, what, quest_id, at)
      select given.*, $6 from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::smallint[])
        as given`,
    values: [
      looks.map(({ id }) => id),
      looks.map(({ subjectId }) => subjectId),
      looks.map(({ actorId }) => actorId),
      looks.map(({ what }) => what),
      looks.map(({ questId }) => questId),
      at,
    ],
  })
}
