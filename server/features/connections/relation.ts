import type { Relation } from '#contract/connections/model.ts'
import { newestAdultBirthDate, type LocalDate } from '#contract/local-date.ts'
import type { Queryable } from '#server/db/queryable.ts'
import { isKeptApart, isListed } from '#server/db/relation-sql.ts'

/** What two people are to one another, and the connection that says so. */
export interface Standing {
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

const strangers: Standing = {
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
export async function standingOf(
  client: Queryable,
  oneId: string,
  otherId: string,
  today: LocalDate,
): Promise<Standing> {
  const standings = await standingsOf(client, oneId, [otherId], today)
  // An id is the same in capitals, and the database writes it small.
  return standings.get(otherId.toLowerCase()) ?? strangers
}

/** What a person is to each of several others; an id that nobody has stands to everybody as `none`. */
export async function standingsOf(
  client: Queryable,
  oneId: string,
  otherIds: readonly string[],
  today: LocalDate,
): Promise<Map<string, Standing>> {
  const { rows } = await client.query<StandingRow>({
    name: 'connection_standings',
    text: `select asked.id as "otherId", latest.id as "connectionId", latest.state,
        mine.blocker_id is not null as "blockedByMe", theirs.blocker_id is not null as "blockedByThem",
        coalesce(${isListed('other')}, false) as listed,
        coalesce(${isKeptApart('me', 'other', '$3')}, false) as "adultsOnly",
        coalesce(${isKeptApart('other', 'me', '$3')}, false) as "minorKeptAway"
      from unnest($2::uuid[]) as asked(id)
      left join users me on me.id = $1
      left join users other on other.id = asked.id
      left join blocks mine on mine.blocker_id = $1 and mine.blocked_id = asked.id
      left join blocks theirs on theirs.blocker_id = asked.id and theirs.blocked_id = $1
      left join lateral (
        select id, state from connections
        where ((client_id = $1 and provider_id = asked.id) or (client_id = asked.id and provider_id = $1))
          and state in ('pending', 'accepted', 'ended')
        order by state = 'ended', created_at desc limit 1
      ) as latest on true`,
    values: [oneId, otherIds, newestAdultBirthDate(today)],
  })
  return new Map(rows.map((row) => [row.otherId, standingIn(row)]))
}

/** Ids of everybody with a block between them and this person, whichever of the two made it. */
export async function blockedWith(client: Queryable, userId: string): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>({
    name: 'blocked_with',
    text: `select blocked_id as id from blocks where blocker_id = $1
      union select blocker_id from blocks where blocked_id = $1`,
    values: [userId],
  })
  return rows.map(({ id }) => id)
}

/**
 * Until the transaction ends nobody else changes what these two are to one another. Whatever changes it takes this lock
 * first, before any row of theirs.
 */
export async function lockPair(client: Queryable, oneId: string, otherId: string): Promise<void> {
  await client.query({
    name: 'connection_lock_pair',
    text: `select pg_advisory_xact_lock(hashtextextended($1, ${pairLockSeed}))`,
    values: [pairOf(oneId, otherId)],
  })
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

/** Our own number, so that other locks on the same ids are other locks. */
const pairLockSeed = 7_299_614

interface StandingRow {
  otherId: string
  connectionId: string | null
  state: 'pending' | 'accepted' | 'ended' | null
  blockedByMe: boolean
  blockedByThem: boolean
  listed: boolean
  /** The one who asks is under 18, and the other a provider who does not see them. */
  adultsOnly: boolean
  /** The other way round. */
  minorKeptAway: boolean
}

const connectionIn = { pending: 'pending', accepted: 'connected', ended: 'ended' } as const

function standingIn(row: StandingRow): Standing {
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
function relationIn(row: StandingRow): 'blocked' | 'unavailable' | undefined {
  if (row.minorKeptAway) return 'unavailable'
  if (row.blockedByMe || row.blockedByThem) return 'blocked'
  return row.adultsOnly ? 'unavailable' : undefined
}
