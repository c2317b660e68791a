import type pg from 'pg'
import type { Authorized } from '#server/http/session/authorize.ts'
import { countUp, type Count } from '#server/http/limits/counts.ts'
import type { Credentials } from '../repo.ts'
import type { NewSession } from './sessions.ts'

/** What a login is counted under. */
export interface LoginKeys {
  readonly address: string
  readonly account: string
  /** Counted instead of `account` where `known` is set: the account at this address alone. */
  readonly accountHere: string
  readonly known: string
  /** SHA-256 of the tokens that the browser sent. One that the account knows is counted alone, before all others. */
  readonly deviceHashes: readonly string[]
}

/** A point that was taken: it is given back to its window or not at all. */
export interface Taken extends Count {
  readonly key: string
}

export interface Begun {
  readonly byAddress: Taken
  /** Undefined where the address is over its limit: it then uses up nobody's account. */
  readonly byAccount: Taken | undefined
  /** Undefined for an e-mail that nobody has. */
  readonly credentials: LoginAccount | undefined
  /** The one of the given hashes that the account knows. */
  readonly deviceHash: string | undefined
}

/** Devices per person: those that logged in longest ago are forgotten first. */
export const devicesPerPersonMax = 20

/** Whose e-mail it is, and whether their password alone lets them in. */
export type LoginAccount = Credentials & { readonly secondFactor: boolean }

/**
 * A login in two statements: beside the hash of a password, round trips are what it costs. Each statement holds the
 * address's count before the account's, so that no two wait for each other.
 */
export function createLoginRepo(pool: pg.Pool) {
  /** Counts a try for the address and for the account, and reads whose `email` it is. */
  async function begin(
    email: string,
    keys: LoginKeys,
    window: { nowMs: number; endsAtMs: number; addressMax: number },
  ): Promise<Begun> {
    const { rows } = await pool.query<BeginRow>({
      name: 'login_begin',
      text: countAndRead,
      values: [
        keys.address,
        window.endsAtMs,
        window.nowMs,
        window.addressMax,
        keys.known,
        keys.accountHere,
        keys.account,
        email,
        keys.deviceHashes,
      ],
    })
    const row = rows[0]
    if (!row) throw new Error('A login was not counted')
    const { key, points, endsAtMs, deviceHash } = row
    return {
      byAddress: { key, points, endsAtMs },
      byAccount: accountCount(row),
      credentials: credentialsOf(row),
      deviceHash: deviceHash ?? undefined,
    }
  }

  /** By what the account of an e-mail knows a caller. */
  async function knownBy(
    email: string,
    keys: Pick<LoginKeys, 'known' | 'deviceHashes'>,
    nowMs: number,
  ): Promise<{ deviceHash: string | null; addressKnown: boolean }> {
    const { rows } = await pool.query<{ deviceHash: string | null; addressKnown: boolean }>({
      name: 'login_known_by',
      text: `select (${knownDevice('$1', '$2', '$3')}) as "deviceHash",
        exists (select from rate_limits where key = $4 and expire > $3) as "addressKnown"`,
      values: [keys.deviceHashes, email, nowMs, keys.known],
    })
    return rows[0] ?? { deviceHash: null, addressKnown: false }
  }

  /** Takes a point less in each window that is still the one that was counted in. */
  async function giveBack(taken: readonly Taken[]): Promise<void> {
    await pool.query({
      name: 'login_give_back',
      text: giveAllBack('$1', '$2'),
      values: [taken.map(({ key }) => key), taken.map(({ endsAtMs }) => endsAtMs)],
    })
  }

  /** Opens the session, gives back what was taken, holds `known` and the device until then: all of it, or nothing. */
  async function succeed(
    account: Authorized<Credentials>,
    session: NewSession & { readonly deviceHash: string },
    counts: { taken: readonly Taken[]; known: string; knownUntilMs: number; deviceUntil: Date },
  ): Promise<void> {
    const { taken, known, knownUntilMs, deviceUntil } = counts
    await pool.query({
      name: 'login_succeed',
      text: openAndGiveBack,
      values: [
        session.tokenHash,
        session.id,
        account.id,
        session.userAgent,
        session.createdAt,
        session.expiresAt,
        [...taken.map(({ key }) => key), known],
        [...taken.map(({ endsAtMs }) => endsAtMs), knownUntilMs],
        session.deviceHash,
        deviceUntil,
      ],
    })
  }

  return { begin, knownBy, giveBack, succeed }
}

type BeginRow = Taken &
  ({ accountKey: string; accountPoints: number; accountEndsAtMs: number } | { accountKey: null }) &
  (LoginAccount | { id: null }) & { deviceHash: string | null }

function accountCount(row: BeginRow): Taken | undefined {
  if (row.accountKey === null) return undefined
  return { key: row.accountKey, points: row.accountPoints, endsAtMs: row.accountEndsAtMs }
}

function credentialsOf(row: BeginRow): LoginAccount | undefined {
  if (row.id === null) return undefined
  const { id, email, userType, role, firstname, lastname, passwordHash, suspendedAt } = row
  const { secondFactor } = row
  return { id, email, userType, role, firstname, lastname, passwordHash, suspendedAt, secondFactor }
}

/** SQL for the one of `hashes` that is a known device of `email`'s account: null for most callers, by one primary key. */
function knownDevice(hashes: string, email: string, now: string): string {
  return `select device.token_hash from known_devices as device join users as owner on owner.id = device.user_id
    where device.token_hash = any(${hashes}::text[]) and lower(owner.email) = ${email}
      and device.expires_at > to_timestamp(${now}::bigint::float8 / 1000)
    limit 1`
}

const countAndRead = `
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
    exists (select from second_factors where user_id = users.id and confirmed_at is not null)
      as "secondFactor"
  from by_address left join by_account on true left join users on lower(email) = $8`

/**
 * A point less for each key whose window is still the one that it was taken in; a window that ends later than the one
 * held is held from now on.
 */
function giveAllBack(keys: string, ends: string): string {
  return `insert into rate_limits as held (key, expire, points)
    select key, expire, 0 from unnest(${keys}::text[], ${ends}::bigint[]) as given (key, expire)
    on conflict (key) do update set
      points = case
        when held.expire = excluded.expire then greatest(held.points - 1, 0) else held.points end,
      expire = greatest(held.expire, excluded.expire)`
}

const openAndGiveBack = `
  with opened as (
    insert into sessions
      (token_hash, id, user_id, user_agent, created_at, last_used_at, proved_at, expires_at, device_hash)
    values ($1, $2, $3, $4, $5, $5, $5, $6, $9)
  ),
  remembered as (
    insert into known_devices (token_hash, user_id, created_at, expires_at)
    values ($9, $3, $5, $10)
    on conflict (token_hash) do update set expires_at = excluded.expires_at
  ),
  forgotten as (
    delete from known_devices where token_hash in (
      select token_hash from known_devices where user_id = $3 and token_hash <> $9
      order by expires_at desc, token_hash offset ${devicesPerPersonMax - 1}
      for update skip locked)
  )
  ${giveAllBack('$7', '$8')}`
