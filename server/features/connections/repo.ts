import type { ConnectionState } from '#contract/connections/model.ts'
import { type LocalDate, newestAdultBirthDate } from '#contract/local-date.ts'
import type { Queryable } from '#server/db/queryable.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import {
  connectionAnswer,
  connectionEnd,
  connectionRequest,
  connectionWithId,
  type ConnectionRow,
  connectionsFriends,
  connectionsReceived,
  connectionsSent,
  type FriendRow,
  type ReceivedRow,
  type SentRow,
} from './connections.sql.ts'

export async function connectionById(
  client: Queryable,
  id: string,
): Promise<ConnectionRow | undefined> {
  return connectionWithId.first(client, [id])
}

/** Stores a request; undefined where the two have a live connection already. */
export async function insertRequest(
  client: Queryable,
  request: Authorized<Pick<ConnectionRow, 'id' | 'clientId' | 'providerId' | 'createdAt'>>,
  message: string | null,
): Promise<ConnectionRow | undefined> {
  return connectionRequest.first(client, [
    request.id,
    request.clientId,
    request.providerId,
    request.createdAt,
    message,
  ])
}

/** The provider's answer; undefined where the request waits for none any more. */
export async function answerRequest(
  client: Queryable,
  connection: Authorized<ConnectionRow>,
  state: 'accepted' | 'rejected',
  at: Date,
): Promise<ConnectionRow | undefined> {
  return connectionAnswer.first(client, [connection.id, state, at])
}

/**
 * Ends what lives between two people, by one of them: what was accepted is ended, and a request is removed by whoever
 * asked and rejected by whoever was asked. The results that the one showed the other are shown no more: whatever ends a
 * connection goes through this statement, so that a later one begins with none. Undefined where nothing lived, or
 * nothing in the states of `among`. The caller holds the lock of the pair, as does whoever shares a result.
 */
export async function endLive(
  client: Queryable,
  pair: Authorized<{ readonly clientId: string; readonly providerId: string }>,
  by: { readonly userId: string; readonly at: Date; readonly among: readonly ConnectionState[] },
): Promise<ConnectionRow | undefined> {
  return connectionEnd.first(client, [pair.clientId, pair.providerId, by.userId, by.at, by.among])
}

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
  given: RequestsPage & { readonly fromId?: string },
): Promise<ReceivedRow[]> {
  return connectionsReceived.all(client, [...pageValues(own, given), given.fromId ?? null])
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
    /** One of them alone. */
    readonly friendId?: string
  },
): Promise<FriendRow[]> {
  const [name, id] = given.behind ?? [null, null]
  return connectionsFriends.all(client, [
    own.userId,
    name,
    id,
    given.limit + 1,
    newestAdultBirthDate(given.today),
    given.friendId ?? null,
  ])
}

function pageValues(own: Own, { state, behind, limit, today }: RequestsPage): unknown[] {
  const [at, id] = behind ?? [null, null]
  return [own.userId, state, at, id, limit + 1, newestAdultBirthDate(today)]
}
