import pg from 'pg'
import { checkCount, countKey, createLimiter } from '#server/http/limits/limits.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import { hashToken, createCookie } from '#server/http/session/caller.ts'
import { createLoginRepo, type LoginAccount, type LoginKeys } from './login-repo.ts'
import type { NewSession } from './sessions.ts'

/** Where somebody asks to be let in from. */
export interface Caller {
  readonly address: string
  /** What the browser's cookie holds; a token is known for one account alone. */
  readonly deviceTokens: readonly string[]
}

/** One login under way, counted as failed until it is known better. */
export interface LoginTry {
  /** Whose e-mail it is; undefined for one that nobody has. */
  readonly credentials: LoginAccount | undefined
  /** The token of the caller's by which this account knows the device; undefined on a new one. */
  readonly deviceToken: string | undefined
  /** Counts that the password was right, where a code is asked for behind it. Throws `rate_limited`. */
  passed(): Promise<void>
  /**
   * Opens the session, takes the count back and remembers that this account logs in from this device and address. Throws
   * `wrong_credentials` where the password was changed or a second factor turned on since the try began.
   */
  succeeded(
    account: Authorized<LoginAccount>,
    session: NewSession,
    deviceToken: string,
  ): Promise<void>
  /** Takes the count back: the try never came to a judgement. */
  abandoned(): Promise<void>
}

/** What tries of an account count as: those of strangers together, those of each known device or address alone. */
export interface Lane {
  readonly counted: readonly string[]
  readonly known: boolean
}

export interface LoginLimits {
  /** Counts a try, or throws `rate_limited`. */
  begin(email: string, caller: Caller): Promise<LoginTry>
  /** Remembers that this account's owner is at this address: failures from elsewhere do not count against them. */
  remember(email: string, address: string): Promise<void>
  /** What to count for an account, without counting; the same work for an e-mail that nobody has. */
  laneOf(email: string, caller: Caller): Promise<Lane>
}

const windowMs = 15 * 60_000

/**
 * Failures per account. 960 guesses a day do not find a password that the register rule let through; a person
 * who mistypes does not get there.
 */
export const accountFailuresMax = 10

/** Failures per address, over all accounts: a school behind one address fits, spraying one password does not. */
export const addressFailuresMax = 100

/**
 * Right passwords per account, from all its devices together: each costs as much as a wrong one, and everybody waits in
 * one line for it. Nobody who logs in by hand gets there.
 */
export const accountPassesMax = 600

/** As long as a session: who logs in at least once a month keeps their address known. */
const knownSeconds = 30 * 24 * 3_600
const knownName = 'login-known'
const passedName = 'login-passed'

/**
 * Limits per account and per address. A device or an address that has logged in to an account before has a count of
 * its own for it, so strangers who use up the account's count lock out nobody but strangers. Counts end a fixed time
 * after their first failure: further tries do not prolong them. `now` gives epoch milliseconds.
 */
export function createLoginLimits(pool: pg.Pool, now: () => number): LoginLimits {
  const repo = createLoginRepo(pool)
  const knownAddresses = createLimiter(pool, knownName, 1, knownSeconds, now)
  const passes = createLimiter(pool, passedName, accountPassesMax, windowMs / 1_000, now)

  return {
    async begin(email, { address, deviceTokens }) {
      const nowMs = now()
      const account = email.toLowerCase()
      const keys = keysOf(account, address, deviceTokens)
      const window = { nowMs, endsAtMs: nowMs + windowMs, addressMax: addressFailuresMax }
      const begun = await repo.begin(account, keys, window)
      const { byAddress, byAccount, passed, credentials, deviceHash } = begun
      checkCount(byAddress, addressFailuresMax, nowMs)
      if (byAccount) checkCount(byAccount, accountFailuresMax, nowMs)
      if (passed) checkCount(passed, accountPassesMax - 1, nowMs)
      const taken = byAccount ? [byAddress, byAccount] : [byAddress]
      return {
        credentials,
        deviceToken: deviceTokens.find((token) => hashToken(token) === deviceHash),
        passed: () => passes.take(account),
        async succeeded(owner, session, deviceToken) {
          const outcome = await repo.succeed(
            owner,
            { ...session, deviceHash: hashToken(deviceToken) },
            {
              taken,
              keys,
              window,
              knownUntilMs: now() + knownSeconds * 1_000,
              deviceUntil: new Date(now() + deviceLifeMs),
            },
          )
          if (outcome === 'changed') throw new ProblemError('wrong_credentials')
        },
        abandoned: () => repo.giveBack(taken),
      }
    },
    async laneOf(email, { address, deviceTokens }) {
      const account = email.toLowerCase()
      const keys = keysOf(account, address, deviceTokens)
      const { deviceHash, addressKnown } = await repo.knownBy(account, keys, now())
      const by = deviceHash ?? (addressKnown ? address : undefined)
      return { counted: by === undefined ? [account] : [account, by], known: by !== undefined }
    },
    remember: (email, address) => knownAddresses.set(email.toLowerCase(), address),
  }
}

function keysOf(account: string, address: string, deviceTokens: readonly string[]): LoginKeys {
  return {
    address: countKey('login-address', [address]),
    account: countKey('login-account', [account]),
    accountHere: countKey('login-account', [account, address]),
    known: countKey(knownName, [account, address]),
    passed: countKey(passedName, [account]),
    deviceHashes: deviceTokens.map(hashToken),
  }
}

/** A year, which a login prolongs. */
export const deviceLifeMs = 365 * 24 * 3_600_000

/** People who share a browser each have a token in its cookie; of more than so many the last ones count. */
export const deviceTokensMax = 5

const tokenShape = /^[\w-]{43}$/

/** The tokens by which a browser shows whose devices it is. */
export interface DeviceCookie {
  read(header: string | undefined): string[]
  /** The `Set-Cookie` header for a browser that showed `before` and is now the device of `token`. */
  set(token: string, before: readonly string[]): string
}

/** Sent to the login and to what leads back in, and to nothing else. */
export function createDeviceCookie({ production }: { production: boolean }): DeviceCookie {
  const cookie = createCookie({ name: 'zync-device', path: '/api/auth', secure: production })
  return {
    read: (header) => readTokens(cookie.read(header)),
    set(token, before) {
      const tokens = [token, ...before.filter((other) => other !== token)]
      return cookie.set(tokens.slice(0, deviceTokensMax).join('.'), deviceLifeMs / 1_000)
    },
  }
}

function readTokens(value: string | undefined): string[] {
  const tokens = (value ?? '').split('.').filter((token) => tokenShape.test(token))
  return tokens.slice(0, deviceTokensMax)
}
