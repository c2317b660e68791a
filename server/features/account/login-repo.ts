import type pg from 'pg'
import type { Authorized } from '#server/http/authorize.ts'
import { countUp, type Count } from '#server/http/counts.ts'
import type { Credentials } from './repo.ts'
import type { NewSession } from './sessions.ts'

/** What a login is counted under. */
export interface LoginKeys {
  readonly address: string
  readonly account: string
  /** Counted in the place of `account` where `known` is set: the account at this address alone. */
  readonly accountHere: string
  readonly known: string
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
  readonly credentials: Credentials | undefined
}

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
      ],
    })
    const row = rows[0]
    if (!row) throw new Error('A login was not counted')
    const { key, points, endsAtMs } = row
    return {
      byAddress: { key, points, endsAtMs },
      byAccount: accountCount(row),
      credentials: credentialsOf(row),
    }
  }

  /** Takes a point less in each window that is still the one that was counted in. */
  async function giveBack(taken: readonly Taken[]): Promise<void> {
    await pool.query({
      name: 'login_give_back',
      text: giveAllBack('$1', '$2'),
      values: [taken.map(({ key }) => key), taken.map(({ endsAtMs }) => endsAtMs)],
    })
  }

  /** Opens the session, gives back what was taken and holds `known` until then: all of it, or nothing. */
  async function succeed(
    account: Authorized<Credentials>,
    session: NewSession,
    counts: { taken: readonly Taken[]; known: string; knownUntilMs: number },
  ): Promise<void> {
    const { taken, known, knownUntilMs } = counts
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
      ],
    })
  }

  return { begin, giveBack, succeed }
}

type BeginRow = Taken &
  ({ accountKey: string; accountPoints: number; accountEndsAtMs: number } | { accountKey: null }) &
  (Credentials | { id: null })

function accountCount(row: BeginRow): Taken | undefined {
  if (row.accountKey === null) return undefined
  return { key: row.accountKey, points: row.accountPoints, endsAtMs: row.accountEndsAtMs }
}

function credentialsOf(row: BeginRow): Credentials | undefined {
  if (row.id === null) return undefined
  const { id, email, userType, role, firstname, lastname, passwordHash, suspendedAt } = row
  return { id, email, userType, role, firstname, lastname, passwordHash, suspendedAt }
}

const countAndRead = `
  with by_address as (${countUp('values ($1, $2::bigint, 1)', '$3')}),
  by_account as (${countUp(
    `select
      case when exists (select from rate_limits where key = $5 and expire > $3) then $6 else $7 end,
      $2, 1
    from by_address where points <= $4`,
    '$3',
  )})
  select by_address.*, by_account.key as "accountKey", by_account.points as "accountPoints",
    by_account."endsAtMs" as "accountEndsAtMs",
    users.id, email, user_type as "userType", role, firstname, lastname,
    password_hash as "passwordHash", suspended_at as "suspendedAt"
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
    insert into sessions (token_hash, id, user_id, user_agent, created_at, last_used_at, expires_at)
    values ($1, $2, $3, $4, $5, $5, $6)
  )
  ${giveAllBack('$7', '$8')}`
