import type { Relation } from '#contract/connections/model.ts'
import type { Queryable } from '#server/db/queryable.ts'

/** What two people are to one another, and the connection that says so. */
export interface Standing {
  readonly relation: Relation
  /** The live connection, or the one that ended last; undefined for `none`, and for `blocked` without one. */
  readonly connectionId: string | undefined
}

const strangers: Standing = { relation: 'none', connectionId: undefined }

/**
 * What two people are to one another at this moment. Whoever acts on it holds the pair's lock (`lockPair`), or asks
 * within the statement that writes: it may change at any time.
 */
export async function standingOf(
  client: Queryable,
  oneId: string,
  otherId: string,
): Promise<Standing> {
  return (await standingsOf(client, oneId, [otherId])).get(otherId) ?? strangers
}

/** What a person is to each of several others; an id that nobody has stands to everybody as `none`. */
export async function standingsOf(
  client: Queryable,
  oneId: string,
  otherIds: readonly string[],
): Promise<Map<string, Standing>> {
  const { rows } = await client.query<StandingRow>({
    name: 'connection_standings',
    text: `select other.id as "otherId", latest.id as "connectionId", latest.state,
        exists (
          select 1 from blocks
          where (blocker_id = $1 and blocked_id = other.id) or (blocker_id = other.id and blocked_id = $1)
        ) as blocked
      from unnest($2::uuid[]) as other(id)
      left join lateral (
        select id, state from connections
        where ((client_id = $1 and provider_id = other.id) or (client_id = other.id and provider_id = $1))
          and state in ('pending', 'accepted', 'ended')
        order by state = 'ended', created_at desc limit 1
      ) as latest on true`,
    values: [oneId, otherIds],
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

/** Which of several others a person has blocked themself. */
export async function blockedBy(
  client: Queryable,
  userId: string,
  otherIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await client.query<{ id: string }>({
    name: 'blocked_by',
    text: `select blocked_id as id from blocks where blocker_id = $1 and blocked_id = any($2::uuid[])`,
    values: [userId, otherIds],
  })
  return new Set(rows.map(({ id }) => id))
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
  return [oneId, otherId].toSorted().join(' ')
}

/** Our own number, so that other locks on the same ids are other locks. */
const pairLockSeed = 7_299_614

interface StandingRow {
  otherId: string
  connectionId: string | null
  state: 'pending' | 'accepted' | 'ended' | null
  blocked: boolean
}

const relationIn = { pending: 'pending', accepted: 'connected', ended: 'ended' } as const

function standingIn({ connectionId, state, blocked }: StandingRow): Standing {
  const relation = state === null ? 'none' : relationIn[state]
  return { relation: blocked ? 'blocked' : relation, connectionId: connectionId ?? undefined }
}
