import type { UserId } from '#contract/account/model.ts'
import type { Queryable } from '#server/db/queryable.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import type { Journal } from './policy.ts'
import type { StoredResponse } from './repo.ts'

/** One result and whom it is shown to. */
export interface Share {
  readonly responseId: string
  readonly providerId: UserId
}

const columns = `id, quest_id as "questId", version, taken_on::text as "takenOn",
  earned_on::text as "earnedOn", result, play_points as "playPoints", points`

/** Shares a result of the person's own; `missing` where they have none of that id. */
export async function insertShare(
  client: Queryable,
  journal: Authorized<Journal>,
  { responseId, providerId }: Share,
  at: Date,
): Promise<'shared' | 'missing'> {
  const { rowCount } = await client.query({
    name: 'quest_share',
    text: `insert into quest_shares (user_id, response_id, provider_id, shared_at)
      select user_id, id, $3, $4 from quest_responses where user_id = $1 and id = $2
      on conflict (user_id, response_id, provider_id) do update set shared_at = excluded.shared_at`,
    values: [journal.ownerId, responseId, providerId, at],
  })
  return rowCount === 1 ? 'shared' : 'missing'
}

export async function deleteShare(
  client: Queryable,
  journal: Authorized<Journal>,
  { responseId, providerId }: Share,
): Promise<'unshared' | 'missing'> {
  const { rowCount } = await client.query({
    name: 'quest_unshare',
    text: `delete from quest_shares where user_id = $1 and response_id = $2 and provider_id = $3`,
    values: [journal.ownerId, responseId, providerId],
  })
  return rowCount === 1 ? 'unshared' : 'missing'
}

/** What a person shares, newest first: with one provider, or with anybody where none is named. */
export async function sharedResponses(
  client: Queryable,
  userId: UserId,
  providerId: UserId | undefined,
): Promise<StoredResponse[]> {
  const { rows } = await client.query<StoredResponse>({
    name: 'quest_shared',
    text: `select ${columns} from quest_responses
      where user_id = $1 and exists (select 1 from quest_shares
        where quest_shares.user_id = $1 and response_id = quest_responses.id
          and ($2::uuid is null or provider_id = $2))
      order by quest_responses.taken_on desc, id desc limit 200`,
    values: [userId, providerId ?? null],
  })
  return rows
}
