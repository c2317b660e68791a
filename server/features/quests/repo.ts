import type { QuestAnswer } from '#contract/quests/model.ts'
import type { Queryable } from '#server/db/orm.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import {
  questInsert,
  questNewest,
  questPage,
  questPoints,
  questResponsesTo,
  type SharedResponse,
  type StoredResponse,
} from './quests.sql.ts'
import type { Journal } from './service.ts'

export type NewResponse = StoredResponse & { readonly answers: readonly QuestAnswer[] }

/** Which rows of a list: behind `after`, and no more than `limit`. */
export interface Page {
  readonly after: string | undefined
  readonly limit: number
}

/** Everything a person gave to these quests, and whatever else has one of these ids. */
export async function responsesTo(
  client: Queryable,
  journal: Authorized<Journal>,
  about: { questIds: readonly number[]; ids: readonly string[] },
): Promise<StoredResponse[]> {
  return questResponsesTo.all(client, [journal.ownerId, about.questIds, about.ids])
}

/** Stores responses and adds their points to the account. The caller holds the person's lock. */
export async function insertResponses(
  client: Queryable,
  journal: Authorized<Journal>,
  responses: readonly NewResponse[],
): Promise<void> {
  await questInsert.run(client, [
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
  ])
  const earned = responses.reduce((sum, { points }) => sum + points, 0)
  if (earned === 0) return
  await questPoints.run(client, [journal.ownerId, earned])
}

/** A page of a person's responses, newest first, beginning behind the one named `after`. */
export async function pageOfResponses(
  client: Queryable,
  journal: Authorized<Journal>,
  { after, limit }: Page,
): Promise<SharedResponse[]> {
  return questPage.all(client, [journal.ownerId, after ?? null, limit])
}

/** The newest response to a quest. */
export async function newestResponse(
  client: Queryable,
  journal: Authorized<Journal>,
  questId: number,
): Promise<StoredResponse | undefined> {
  return questNewest.first(client, [journal.ownerId, questId])
}

/** What the page behind this one comes after; null where this one is not full. */
export function nextAfter(rows: readonly { readonly id: string }[], limit: number): string | null {
  return rows.length < limit ? null : (rows.at(-1)?.id ?? null)
}
