import type { UserType } from '#contract/account/model.ts'
import { newestAdultBirthDate, type LocalDate } from '#contract/local-date.ts'
import type { Queryable } from '#server/db/queryable.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import { isKeptApart } from '#server/db/relation-sql.ts'
import { connectionColumns, type ConnectionRow } from './repo.ts'

interface Named {
  readonly firstname: string
  readonly lastname: string
  readonly profileImg: string | null
}
export interface SentRow extends ConnectionRow, Named {
  readonly specialization: string | null
  readonly unavailable: boolean
}
export interface ReceivedRow extends ConnectionRow, Named {
  readonly userType: UserType
  readonly bio: string | null
  readonly birthDate: LocalDate
}
export interface FriendRow extends Named {
  readonly id: string
  readonly userType: UserType
  readonly specialization: string | null
  readonly connectionId: string
  readonly since: Date
  readonly unavailable: boolean
  readonly nameKey: string
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

/** No block between the two of a row of `connections`. */
export const notBlocked = `not exists (
  select 1 from blocks where (blocker_id = client_id and blocked_id = provider_id)
    or (blocker_id = provider_id and blocked_id = client_id))`

const page = `($2::text = 'all' or connections.state = 'pending') and ${notBlocked}
  and ($3::timestamptz is null or (connections.created_at, connections.id) < ($3, $4::uuid))
  order by connections.created_at desc, connections.id desc limit $5`

/** Requests that a person made, with whom they asked; nobody with a block between the two. */
export async function sentBy(client: Queryable, own: Own, given: RequestsPage): Promise<SentRow[]> {
  const { rows } = await client.query<SentRow>({
    name: 'connections_sent',
    text: `select ${connectionColumns}, provider.firstname, provider.lastname, provider.specialization,
        provider.profile_img as "profileImg", ${isKeptApart('asker', 'provider', '$6')} as unavailable
      from connections join users as provider on provider.id = provider_id
        join users as asker on asker.id = client_id
      where client_id = $1 and ${page}`,
    values: pageValues(own, given),
  })
  return rows
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
  const { rows } = await client.query<ReceivedRow>({
    name: 'connections_received',
    text: `select ${connectionColumns}, asker.firstname, asker.lastname, asker.user_type as "userType",
        asker.bio, asker.profile_img as "profileImg", asker.birth_date::text as "birthDate"
      from connections join users as asker on asker.id = client_id
        join users as provider on provider.id = provider_id
      where provider_id = $1 and asker.suspended_at is null
        and not ${isKeptApart('asker', 'provider', '$6')} and ${page}`,
    values: pageValues(own, given),
  })
  return rows
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
  const { rows } = await client.query<FriendRow>({
    name: 'connections_friends',
    text: `select * from (
        select friend.id, friend.firstname, friend.lastname, friend.user_type as "userType",
          friend.specialization, friend.profile_img as "profileImg", connections.id as "connectionId",
          answered_at as since, ${isKeptApart('me', 'friend', '$5')} as unavailable,
          lower(friend.firstname || ' ' || friend.lastname) collate "C" as "nameKey"
        from connections
        join users as me on me.id = $1
        join users as friend on friend.id = case when client_id = $1 then provider_id else client_id end
        where (client_id = $1 or provider_id = $1) and connections.state = 'accepted' and ${notBlocked}
          and not ${isKeptApart('friend', 'me', '$5')}
      ) as friends
      where $2::text is null or ("nameKey", id) > ($2, $3::uuid)
      order by "nameKey", id limit $4`,
    values: [own.userId, name, id, given.limit + 1, newestAdultBirthDate(given.today)],
  })
  return rows
}

function pageValues(own: Own, { state, behind, limit, today }: RequestsPage): unknown[] {
  const [at, id] = behind ?? [null, null]
  return [own.userId, state, at, id, limit + 1, newestAdultBirthDate(today)]
}
