import type { Relation } from '#contract/connections/model.ts'
import { newestAdultBirthDate, type LocalDate } from '#contract/local-date.ts'
import type { Queryable } from '#server/db/queryable.ts'
import { blockedIds, connectionLockPair, pairRows, type PairRow } from './connections.sql.ts'

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
