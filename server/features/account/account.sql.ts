import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { userTypeSchema } from '#contract/account/model.ts'
import { ormQuery, sqlCommand, sqlQuery } from '#server/db/statement.ts'
import { countRowEntries, countUp } from '#server/http/limits/limits.sql.ts'

/** Devices per person: those that logged in longest ago are forgotten first. */
export const devicesPerPersonMax = 20

/** Sessions per person: with one more, the one that was used longest ago ends. */
export const sessionsPerPersonMax = 200

const loginAccount = v.object({
  id: v.string(),
  email: v.string(),
  userType: userTypeSchema,
  role: v.nullable(v.string()),
  firstname: v.string(),
  lastname: v.string(),
  passwordHash: v.string(),
  suspendedAt: v.nullable(v.date()),
  secondFactor: v.boolean(),
})

/** The counts of a login, and the account where there is one. */
const begunRow = v.intersect([
  v.object({
    key: v.string(),
    ...countRowEntries,
    deviceHash: v.nullable(v.string()),
    /** The account's right passwords; null before the first of a window. */
    passedPoints: v.nullable(v.number()),
    passedEndsAtMs: v.nullable(v.number()),
  }),
  v.union([
    v.object({
      accountKey: v.string(),
      accountPoints: v.number(),
      accountEndsAtMs: v.number(),
    }),
    v.object({ accountKey: v.null() }),
  ]),
  v.union([loginAccount, v.object({ id: v.null() })]),
])
export type BegunRow = v.InferOutput<typeof begunRow>

/** SQL for the one of `hashes` that is a known device of `email`'s account: null for most callers, by one primary key. */
function knownDevice(hashes: string, email: string, now: string): string {
  return `select device.token_hash from known_devices as device join users as owner on owner.id = device.user_id
    where device.token_hash = any(${hashes}::text[]) and lower(owner.email) = ${email}
      and device.expires_at > to_timestamp(${now}::bigint::float8 / 1000)
    limit 1`
}

/**
 * A point less for each key whose window is still the one that it was taken in; a window that ends later than the one
 * held is held from now on.
 */
function giveAllBack(keys: string, ends: string, only = 'true'): string {
  return `insert into rate_limits as held (key, expire, points)
    select key, expire, 0 from unnest(${keys}::text[], ${ends}::bigint[]) as given (key, expire)
    where ${only}
    on conflict (key) do update set
      points = case
        when held.expire = excluded.expire then greatest(held.points - 1, 0) else held.points end,
      expire = greatest(held.expire, excluded.expire)`
}

export const loginBegin = sqlQuery({
  name: 'login_begin',
  row: begunRow,
  text: `
  with device as (${knownDevice('$9', '$8', '$3')}),
  by_address as (${countUp('values ($1, $2::bigint, 1)', '$3')}),
  by_account as (${countUp(
    `select
      case when exists (select from device) then (select 'login-device:' || token_hash from device)
        when exists (select from rate_limits where key = $5 and expire > $3) then $6 else $7 end,
      $2, 1
    from by_address where points <= $4`,
    '$3',
  )})
  select by_address.*, by_account.key as "accountKey", by_account.points as "accountPoints",
    by_account."endsAtMs" as "accountEndsAtMs",
    users.id, email, user_type as "userType", role, firstname, lastname,
    password_hash as "passwordHash", suspended_at as "suspendedAt",
    (select token_hash from device) as "deviceHash",
    passed.points as "passedPoints", passed.expire::float8 as "passedEndsAtMs",
    exists (select from second_factors where user_id = users.id and confirmed_at is not null)
      as "secondFactor"
  from by_address left join by_account on true left join users on lower(email) = $8
    left join rate_limits as passed on passed.key = $10 and passed.expire > $3`,
})

export const loginKnownBy = sqlQuery({
  name: 'login_known_by',
  row: v.object({ deviceHash: v.nullable(v.string()), addressKnown: v.boolean() }),
  text: `select (${knownDevice('$1', '$2', '$3')}) as "deviceHash",
        exists (select from rate_limits where key = $4 and expire > $3) as "addressKnown"`,
})

export const loginGiveBack = sqlCommand({
  name: 'login_give_back',
  text: giveAllBack('$1', '$2'),
})

/**
 * Does nothing once what let them in has changed: the hash that the password was right for ($11), or a second factor that
 * was turned on and not asked for ($12). Whoever changes them holds the person's row first and ends sessions behind it: a
 * session is there for them to end, or it is not opened. A right password is counted here, but for one that a code was
 * asked for behind, which is counted by then.
 */
export const loginSucceed = sqlCommand({
  name: 'login_succeed',
  text: `
  with owner as (
    select id from users where id = $3 and password_hash = $11 for share
  ),
  factor as (
    select confirmed_at from second_factors where user_id = (select id from owner) for share
  ),
  opened as (
    insert into sessions
      (token_hash, id, user_id, user_agent, created_at, last_used_at, proved_at, expires_at, device_hash)
    select $1, $2, id, $4, $5, $5, $5, $6, $9 from owner
    where $12::boolean or not exists (select from factor where confirmed_at is not null)
    returning user_id, created_at, device_hash
  ),
  remembered as (
    insert into known_devices (token_hash, user_id, created_at, expires_at)
    select device_hash, user_id, created_at, $10 from opened
    on conflict (token_hash) do update set expires_at = excluded.expires_at
  ),
  forgotten as (
    delete from known_devices where token_hash in (
      select token_hash from known_devices
      where user_id = (select user_id from opened) and token_hash <> $9
      order by expires_at desc, token_hash offset ${devicesPerPersonMax - 1}
      for update skip locked)
  ),
  ended as (
    delete from sessions where token_hash in (
      select token_hash from sessions where user_id = (select user_id from opened)
      order by last_used_at desc, token_hash offset ${sessionsPerPersonMax - 1}
      for update skip locked)
  ),
  passed as (${countUp('select $13, $14::bigint, 1 from opened where not $12', '$15')})
  ${giveAllBack('$7', '$8', 'exists (select from opened)')}`,
})

export const personSuspend = sqlCommand({
  name: 'person_suspend',
  text: `with changed as (
        update users set suspended_at = $2 where id = $1 and role is null returning id
      ), ended as (
        delete from sessions using changed where user_id = changed.id
      )
      select from changed`,
})

/** Everybody with a connection, a chat or a session with a person, and whoever blocked them. */
export const personsAround = ormQuery(
  v.object({ id: v.string() }),
  (id: string) => sql`
    select provider_id as id from connections where client_id = ${id}
    union select client_id from connections where provider_id = ${id}
    union select provider_id from chats where client_id = ${id} and provider_id is not null
    union select client_id from chats where provider_id = ${id} and client_id is not null
    union select provider_id from bookings where client_id = ${id} and provider_id is not null
    union select client_id from bookings where provider_id = ${id}
    union select blocker_id from blocks where blocked_id = ${id}`,
)

/** A row where somebody shows their points. */
export const scoreShown = sqlQuery({
  name: 'score_shown',
  row: v.object({ id: v.string() }),
  text: `select id from users where id = $1 and share_score and user_type = 'Adolescent'`,
})

/** Hides the points again, and names whoever could see them. */
export const scoreHide = sqlQuery({
  name: 'score_hide',
  row: v.object({ viewerId: v.string() }),
  text: `with hidden as (
        update users set share_score = false where id = $1 and share_score returning id
      )
      select provider_id as "viewerId" from connections join hidden on hidden.id = client_id
      where state = 'accepted'`,
})
