import type { UserType } from '#contract/account/model.ts'
import type { LocalDate } from '#contract/local-date.ts'
import type { Queryable } from '#server/db/queryable.ts'
import type { Authorized } from '#server/http/authorize.ts'
import { connectionColumns, type ConnectionRow } from './repo.ts'

interface Named {
  readonly firstname: string
  readonly lastname: string
  readonly profileImg: string | null
}
export interface SentRow extends ConnectionRow, Named {
  readonly specialization: string | null
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
  readonly nameKey: string
}

export type Own = Authorized<{ readonly userId: string }>

/** Which requests, and behind which one: the list runs from the newest to the oldest. */
export interface RequestsPage {
  readonly state: 'pending' | 'all'
  readonly behind: readonly [Date, string] | undefined
  readonly limit: number
}

const notBlocked = `not exists (
  select 1 from blocks where (blocker_id = client_id and blocked_id = provider_id)
    or (blocker_id = provider_id and blocked_id = client_id))`

const page = `($2::text = 'all' or connections.state = 'pending') and ${notBlocked}
  and ($3::timestamptz is null or (connections.created_at, connections.id) < ($3, $4::uuid))
  order by connections.created_at desc, connections.id desc limit $5`

/** Requests that a person made, with whom they asked; nobody with a block between the two. */
export async function sentBy(client: Queryable, own: Own, given: RequestsPage): Promise<SentRow[]> {
  const { rows } = await client.query<SentRow>({
    name: 'connections_sent',
    text: `select ${connectionColumns}, firstname, lastname, specialization,
        profile_img as "profileImg"
      from connections join users on users.id = provider_id
      where client_id = $1 and ${page}`,
    values: pageValues(own, given),
  })
  return rows
}

/** Requests that a provider was sent, with who asked; nobody with a block between the two, and nobody suspended. */
export async function receivedBy(
  client: Queryable,
  own: Own,
  given: RequestsPage,
): Promise<ReceivedRow[]> {
  const { rows } = await client.query<ReceivedRow>({
    name: 'connections_received',
    text: `select ${connectionColumns}, firstname, lastname, user_type as "userType", bio,
        profile_img as "profileImg", birth_date::text as "birthDate"
      from connections join users on users.id = client_id
      where provider_id = $1 and suspended_at is null and ${page}`,
    values: pageValues(own, given),
  })
  return rows
}

/** Whom a person is connected with, by name, behind a name and id. */
export async function friendsOf(
  client: Queryable,
  own: Own,
  given: { readonly behind: readonly [string, string] | undefined; readonly limit: number },
): Promise<FriendRow[]> {
  const [name, id] = given.behind ?? [null, null]
  const { rows } = await client.query<FriendRow>({
    name: 'connections_friends',
    text: `select * from (
        select users.id, firstname, lastname, user_type as "userType", specialization,
          profile_img as "profileImg", connections.id as "connectionId", answered_at as since,
          lower(firstname || ' ' || lastname) collate "C" as "nameKey"
        from connections
        join users on users.id = case when client_id = $1 then provider_id else client_id end
        where (client_id = $1 or provider_id = $1) and connections.state = 'accepted' and ${notBlocked}
      ) as friends
      where $2::text is null or ("nameKey", id) > ($2, $3::uuid)
      order by "nameKey", id limit $4`,
    values: [own.userId, name, id, given.limit + 1],
  })
  return rows
}

function pageValues(own: Own, { state, behind, limit }: RequestsPage): unknown[] {
  return [own.userId, state, behind?.[0] ?? null, behind?.[1] ?? null, limit + 1]
}
