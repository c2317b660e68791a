import type { AccessEntry } from '#contract/quests/access.ts'
import type { Queryable } from '#server/db/queryable.ts'
import type { Actor } from '#server/http/session/actor.ts'
import { nextAfter, type Page } from './repo.ts'

type AccessRow = Omit<AccessEntry, 'at'> & { readonly at: Date }

/** Who looked at something of the actor, newest first. Only care providers are named: reviewers act for us. */
export async function accessTo(
  client: Queryable,
  actor: Actor,
  { after, limit }: Page,
): Promise<{ entries: AccessEntry[]; next: string | null }> {
  const { rows } = await client.query<AccessRow>({
    name: 'access_page',
    text: `select access_log.id, at, what, quest_id as "questId",
        case when user_type = 'ServiceProvider' then firstname || ' ' || lastname end as who
      from access_log left join users on users.id = actor_id
      where subject_id = $1 and ($2::uuid is null or (at, access_log.id) <
        (select at, id from access_log where subject_id = $1 and id = $2))
      order by at desc, access_log.id desc limit $3`,
    values: [actor.userId, after ?? null, limit],
  })
  const entries = rows.map(presentLook)
  return { entries, next: nextAfter(entries, limit) }
}

function presentLook({ id, at, what, questId, who }: AccessRow): AccessEntry {
  return { id, at: at.toISOString(), what, questId, who }
}
