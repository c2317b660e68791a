import type pg from 'pg'
import type { Count } from '#server/http/limits/limits.sql.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import {
  loginBegin,
  loginGiveBack,
  loginKnownBy,
  loginSucceed,
  type BegunRow,
} from '../account.sql.ts'
import type { Credentials } from '../repo.ts'
import type { NewSession } from './sessions.ts'

/** What a login is counted under. */
export interface LoginKeys {
  readonly address: string
  readonly account: string
  /** Counted instead of `account` where `known` is set: the account at this address alone. */
  readonly accountHere: string
  readonly known: string
  /** Counts the account's right passwords, wherever they come from. */
  readonly passed: string
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
  /** Right passwords of the account until now; undefined before the first of a window. */
  readonly passed: Count | undefined
  /** Undefined for an e-mail that nobody has. */
  readonly credentials: LoginAccount | undefined
  /** The one of the given hashes that the account knows. */
  readonly deviceHash: string | undefined
}

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
    const row = await loginBegin.first(pool, [
      keys.address,
      window.endsAtMs,
      window.nowMs,
      window.addressMax,
      keys.known,
      keys.accountHere,
      keys.account,
      email,
      keys.deviceHashes,
      keys.passed,
    ])
    if (!row) throw new Error('A login was not counted')
    return begunOf(row)
  }

  /** By what the account of an e-mail knows a caller. */
  async function knownBy(
    email: string,
    keys: Pick<LoginKeys, 'known' | 'deviceHashes'>,
    nowMs: number,
  ): Promise<{ deviceHash: string | null; addressKnown: boolean }> {
    const known = await loginKnownBy.first(pool, [keys.deviceHashes, email, nowMs, keys.known])
    return known ?? { deviceHash: null, addressKnown: false }
  }

  /** Takes a point less in each window that is still the one that was counted in. */
  async function giveBack(taken: readonly Taken[]): Promise<void> {
    await loginGiveBack.run(pool, [
      taken.map(({ key }) => key),
      taken.map(({ endsAtMs }) => endsAtMs),
    ])
  }

  /**
   * Opens the session, gives back what was taken, holds `known` and the device until then: all of it, or nothing where
   * the password is another one by now or a second factor was turned on.
   */
  async function succeed(
    account: Authorized<LoginAccount>,
    session: DeviceSession,
    counts: SuccessCounts,
  ): Promise<'opened' | 'changed'> {
    const done = await loginSucceed.run(pool, successValues(account, session, counts))
    return done > 0 ? 'opened' : 'changed'
  }

  return { begin, knownBy, giveBack, succeed }
}

type DeviceSession = NewSession & { readonly deviceHash: string }

interface SuccessCounts {
  readonly taken: readonly Taken[]
  readonly keys: Pick<LoginKeys, 'known' | 'passed'>
  readonly knownUntilMs: number
  readonly deviceUntil: Date
  /** Of the right passwords. */
  readonly window: { readonly nowMs: number; readonly endsAtMs: number }
}

function successValues(
  account: LoginAccount,
  session: DeviceSession,
  { taken, keys, knownUntilMs, deviceUntil, window }: SuccessCounts,
): unknown[] {
  return [
    session.tokenHash,
    session.id,
    account.id,
    session.userAgent,
    session.createdAt,
    session.expiresAt,
    [...taken.map(({ key }) => key), keys.known],
    [...taken.map(({ endsAtMs }) => endsAtMs), knownUntilMs],
    session.deviceHash,
    deviceUntil,
    account.passwordHash,
    account.secondFactor,
    keys.passed,
    window.endsAtMs,
    window.nowMs,
  ]
}

function begunOf(row: BegunRow): Begun {
  const { key, points, endsAtMs, deviceHash, passedPoints, passedEndsAtMs } = row
  const hasPassed = passedPoints !== null && passedEndsAtMs !== null
  return {
    byAddress: { key, points, endsAtMs },
    byAccount: accountCount(row),
    passed: hasPassed ? { points: passedPoints, endsAtMs: passedEndsAtMs } : undefined,
    credentials: credentialsOf(row),
    deviceHash: deviceHash ?? undefined,
  }
}

function accountCount(row: BegunRow): Taken | undefined {
  if (row.accountKey === null) return undefined
  return { key: row.accountKey, points: row.accountPoints, endsAtMs: row.accountEndsAtMs }
}

function credentialsOf(row: BegunRow): LoginAccount | undefined {
  if (row.id === null) return undefined
  const { id, email, userType, role, firstname, lastname, passwordHash, suspendedAt } = row
  const { secondFactor } = row
  return { id, email, userType, role, firstname, lastname, passwordHash, suspendedAt, secondFactor }
}
