import { type LocalDate, newestAdultBirthDate } from '#contract/local-date.ts'
import { type Authorized } from '#server/http/session/authorize.ts'
import {
  connectionsFriends,
  connectionsReceived,
  connectionsSent,
  type FriendRow,
  type ReceivedRow,
  type SentRow,
} from './connections.sql.ts'
import type { Queryable } from '#server/db/queryable.ts'

export type Own = Authorized<{ readonly userId: string }>

/** Which requests, and behind which one: the list runs from the newest to the oldest. */
export interface RequestsPage {
  readonly state: 'pending' | 'all'
  readonly behind: readonly [Date, string] | undefined
  readonly limit: number
  /** The server's day, which decides who is under 18. */
  readonly today: LocalDate
}

/** Requests that a person made, with whom they asked; nobody with a block between the two. */
export async function sentBy(client: Queryable, own: Own, given: RequestsPage): Promise<SentRow[]> {
  return connectionsSent.all(client, pageValues(own, given))
}

/**
 * Requests that a provider was sent, with who asked; nobody with a block between the two, nobody suspended, and nobody
 * under 18 while the provider does not see them.
 */
export async function receivedBy(
  client: Queryable,
  own: Own,
  given: RequestsPage,
): Promise<ReceivedRow[]> {
  return connectionsReceived.all(client, pageValues(own, given))
}

/**
 * Whom a person is connected with, by name, behind a name and id. A minor finds their provider marked while that one
 * does not see people under 18; the provider does not find the minor.
 */
export async function friendsOf(
  client: Queryable,
  own: Own,
  given: Pick<RequestsPage, 'limit' | 'today'> & {
    readonly behind: readonly [string, string] | undefined
  },
): Promise<FriendRow[]> {
  const [name, id] = given.behind ?? [null, null]
  return connectionsFriends.all(client, [
    own.userId,
    name,
    id,
    given.limit + 1,
    newestAdultBirthDate(given.today),
  ])
}

function pageValues(own: Own, { state, behind, limit, today }: RequestsPage): unknown[] {
  const [at, id] = behind ?? [null, null]
  return [own.userId, state, at, id, limit + 1, newestAdultBirthDate(today)]
}
