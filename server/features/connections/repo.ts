import type { ConnectionState, Relation } from '#contract/connections/api.ts'
import { type LocalDate, newestAdultBirthDate } from '#contract/local-date.ts'
import type { Queryable } from '#server/db/orm.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import {
  connectionAnswer,
  connectionEnd,
  connectionSentences,
  connectionRequest,
  connectionWithId,
  type ConnectionRow,
  connectionsFriends,
  connectionsReceived,
  connectionsSent,
  type FriendRow,
  type ReceivedRow,
  type SentRow,
  type SentenceRow,
  blockedIds,
  connectionLockPair,
  pairRows,
  type PairRow,
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

/** What went with the requests between two people that are there: whoever turns one down deletes it. */
export async function sentencesBetween(
  client: Queryable,
  [one, other]: readonly [string, string],
): Promise<SentenceRow[]> {
  return connectionSentences.all(client, [one, other])
}

/** What two people are to one another, and the connection that says so. */
export interface PairStatus {
  readonly relation: Relation
  /** What their connection alone says, whatever a block or the provider's clearance says on top. */
  readonly connection: 'none' | 'pending' | 'connected' | 'ended'
  /** The live connection, or the one that ended last; undefined for a `connection` of `none`. */
  readonly connectionId: string | undefined
  /** The other one is a care provider whom members find. */
  readonly listed: boolean
  /** The one who asks blocked the other. */
  readonly blockedByMe: boolean
}

const strangers: PairStatus = {
  relation: 'none',
  connection: 'none',
  connectionId: undefined,
  listed: false,
  blockedByMe: false,
}

/**
 * What two people are to one another at this moment. Whoever acts on it holds the pair's lock (`lockPair`), or asks
 * within the statement that writes: it may change at any time. `today` is the server's day, by which one of them is
 * under 18 or is not.
 */
export async function pairStatus(
  client: Queryable,
  oneId: string,
  otherId: string,
  today: LocalDate,
): Promise<PairStatus> {
  const statuses = await pairStatuses(client, oneId, [otherId], today)
  // An id is the same in capitals, and the database writes it small.
  return statuses.get(otherId.toLowerCase()) ?? strangers
}

/** What a person is to each of several others; an id that nobody has stands to everybody as `none`. */
export async function pairStatuses(
  client: Queryable,
  oneId: string,
  otherIds: readonly string[],
  today: LocalDate,
): Promise<Map<string, PairStatus>> {
  const rows = await pairRows.all(client, [oneId, otherIds, newestAdultBirthDate(today)])
  return new Map(rows.map((row) => [row.otherId, statusIn(row)]))
}

/** Ids of everybody with a block between them and this person, whichever of the two made it. */
export async function blockedWith(client: Queryable, userId: string): Promise<string[]> {
  const rows = await blockedIds.all(client, [userId])
  return rows.map(({ id }) => id)
}

/**
 * Until the transaction ends nobody else changes what these two are to one another. Whatever changes it takes this lock
 * first, before any row of theirs.
 */
export async function lockPair(client: Queryable, oneId: string, otherId: string): Promise<void> {
  await connectionLockPair.run(client, [pairOf(oneId, otherId)])
}

/** The locks of several pairs, in one order for everybody: two who take them together never wait for each other in a ring. */
export async function lockPairs(
  client: Queryable,
  oneId: string,
  otherIds: readonly string[],
): Promise<void> {
  const inOrder = otherIds.toSorted((a, b) => (pairOf(oneId, a) < pairOf(oneId, b) ? -1 : 1))
  for (const otherId of inOrder) await lockPair(client, oneId, otherId)
}

function pairOf(oneId: string, otherId: string): string {
  return [oneId.toLowerCase(), otherId.toLowerCase()].toSorted().join(' ')
}

const connectionIn = { pending: 'pending', accepted: 'connected', ended: 'ended' } as const

function statusIn(row: PairRow): PairStatus {
  const { state, connectionId, listed, blockedByMe } = row
  const connection = state === null ? 'none' : connectionIn[state]
  return {
    relation: relationIn(row) ?? connection,
    connection,
    connectionId: connectionId ?? undefined,
    listed,
    blockedByMe,
  }
}

/** A provider gets nothing of a minor they do not see, whoever blocked whom; to the minor a block comes first. */
function relationIn(row: PairRow): 'blocked' | 'unavailable' | undefined {
  if (row.minorHidden) return 'unavailable'
  if (row.blockedByMe || row.blockedByThem) return 'blocked'
  return row.adultsOnly ? 'unavailable' : undefined
}
