import type { LocalDate } from '#contract/local-date.ts'
import type { QuestAnswer, QuestResult } from '#contract/quests/model.ts'
import type { Queryable } from '#server/db/queryable.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import type { Journal } from './policy.ts'

/** What is stored of one response, without its answers. */
export interface StoredResponse {
  readonly id: string
  readonly questId: number
  readonly version: number
  readonly takenOn: LocalDate
  readonly earnedOn: LocalDate | null
  readonly result: QuestResult
  readonly playPoints: number
  readonly points: number
}

export type NewResponse = StoredResponse & { readonly answers: readonly QuestAnswer[] }
/** With the ids of the providers who may see it. */
export type SharedResponse = StoredResponse & { readonly sharedWith: string[] }

/** Which rows of a list: behind `after`, and no more than `limit`. */
export interface Page {
  readonly after: string | undefined
  readonly limit: number
}

const columns = `id, quest_id as "questId", version, taken_on::text as "takenOn",
  earned_on::text as "earnedOn", result, play_points as "playPoints", points`

/** Everything a person gave to these quests, and whatever else has one of these ids. */
export async function responsesTo(
  client: Queryable,
  journal: Authorized<Journal>,
  about: { questIds: readonly number[]; ids: readonly string[] },
): Promise<StoredResponse[]> {
  const { rows } = await client.query<StoredResponse>({
    name: 'quest_responses_to',
    text: `select ${columns} from quest_responses
      where user_id = $1 and (quest_id = any($2::smallint[]) or id = any($3::uuid[]))`,
    values: [journal.ownerId, about.questIds, about.ids],
  })
  return rows
}

/** Stores responses and adds their points to the account. The caller holds the person's lock. */
export async function insertResponses(
  client: Queryable,
  journal: Authorized<Journal>,
  responses: readonly NewResponse[],
): Promise<void> {
  await client.query({
    name: 'quest_insert',
    text: `insert into quest_responses
      (user_id, id, quest_id, version, answers, result, play_points, points, taken_on, earned_on)
      select $1, given.* from unnest($2::uuid[], $3::smallint[], $4::smallint[], $5::jsonb[],
        $6::jsonb[], $7::int[], $8::int[], $9::date[], $10::date[]) as given`,
    values: [
      journal.ownerId,
      responses.map(({ id }) => id),
      responses.map(({ questId }) => questId),
      responses.map(({ version }) => version),
      responses.map(({ answers }) => JSON.stringify(answers)),
      responses.map(({ result }) => JSON.stringify(result)),
      responses.map(({ playPoints }) => playPoints),
      responses.map(({ points }) => points),
      responses.map(({ takenOn }) => takenOn),
      responses.map(({ earnedOn }) => earnedOn),
    ],
  })
  const earned = responses.reduce((sum, { points }) => sum + points, 0)
  if (earned === 0) return
  await client.query({
    name: 'quest_points',
    text: `update users set score = score + $2 where id = $1`,
    values: [journal.ownerId, earned],
  })
}

/** A page of a person's responses, newest first, beginning behind the one named `after`. */
export async function pageOfResponses(
  client: Queryable,
  journal: Authorized<Journal>,
  { after, limit }: Page,
): Promise<SharedResponse[]> {
  const { rows } = await client.query<SharedResponse>({
    name: 'quest_page',
    text: `select ${columns}, array(select provider_id::text from quest_shares
        where quest_shares.user_id = $1 and response_id = quest_responses.id
        order by shared_at) as "sharedWith"
      from quest_responses
      where user_id = $1 and ($2::uuid is null or (taken_on, id) <
        (select taken_on, id from quest_responses where user_id = $1 and id = $2))
      order by quest_responses.taken_on desc, id desc limit $3`,
    values: [journal.ownerId, after ?? null, limit],
  })
  return rows
}

/** The newest response to a quest. */
export async function newestResponse(
  client: Queryable,
  journal: Authorized<Journal>,
  questId: number,
): Promise<StoredResponse | undefined> {
  const { rows } = await client.query<StoredResponse>({
    name: 'quest_newest',
    text: `select ${columns} from quest_responses where user_id = $1 and quest_id = $2
      order by quest_responses.taken_on desc, id desc limit 1`,
    values: [journal.ownerId, questId],
  })
  return rows[0]
}

/** What the page behind this one comes after; null where this one is not full. */
export function nextAfter(rows: readonly { readonly id: string }[], limit: number): string | null {
  return rows.length < limit ? null : (rows.at(-1)?.id ?? null)
}
