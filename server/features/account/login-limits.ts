import type pg from 'pg'
import type { Authorized } from '#server/http/authorize.ts'
import { checkCount, countKey } from '#server/http/counts.ts'
import { createLimiter } from '#server/http/limiter.ts'
import { createLoginRepo, type LoginKeys } from './login-repo.ts'
import type { Credentials } from './repo.ts'
import type { NewSession } from './sessions.ts'

/** One login under way, counted as failed until it is known better. */
export interface LoginTry {
  /** Whose e-mail it is; undefined for one that nobody has. */
  readonly credentials: Credentials | undefined
  /** Opens the session, takes the count back and remembers that this account logs in from this address. */
  succeeded(account: Authorized<Credentials>, session: NewSession): Promise<void>
  /** Takes the count back: the try never came to a judgement. */
  abandoned(): Promise<void>
}

export interface LoginLimits {
  /** Counts a try, or throws `rate_limited`. */
  begin(email: string, address: string): Promise<LoginTry>
  /** Remembers that this account's owner is at this address: failures from elsewhere do not count against them. */
  remember(email: string, address: string): Promise<void>
  /** What to count for an account at an address: one the owner has logged in from has a count of its own. */
  countedAs(email: string, address: string): Promise<string[]>
}

const windowMs = 15 * 60_000

/**
 * Failures per account. 960 guesses a day do not find a password that the register rule let through; a person
 * who mistypes does not get there.
 */
export const accountFailuresMax = 10

/** Failures per address, over all accounts: a school behind one address fits, spraying one password does not. */
export const addressFailuresMax = 100

/** As long as a session: who logs in at least once a month keeps their address known. */
const knownSeconds = 30 * 24 * 3_600

const knownName = 'login-known'

/**
 * Limits per account and per address. An address that has logged in to an account before has a count of its own
 * for it, so strangers who use up the account's count lock nobody out at home. Counts end a fixed time after
 * their first failure: further tries do not prolong them. `now` gives epoch milliseconds.
 */
export function createLoginLimits(pool: pg.Pool, now: () => number): LoginLimits {
  const repo = createLoginRepo(pool)
  const knownAddresses = createLimiter(pool, knownName, 1, knownSeconds, now)

  return {
    async begin(email, address) {
      const nowMs = now()
      const account = email.toLowerCase()
      const keys = keysOf(account, address)
      const window = { nowMs, endsAtMs: nowMs + windowMs, addressMax: addressFailuresMax }
      const { byAddress, byAccount, credentials } = await repo.begin(account, keys, window)
      checkCount(byAddress, addressFailuresMax, nowMs)
      if (byAccount) checkCount(byAccount, accountFailuresMax, nowMs)
      const taken = byAccount ? [byAddress, byAccount] : [byAddress]
      const { known } = keys
      return {
        credentials,
        succeeded: (owner, session) =>
          repo.succeed(owner, session, {
            taken,
            known,
            knownUntilMs: now() + knownSeconds * 1_000,
          }),
        abandoned: () => repo.giveBack(taken),
      }
    },
    async countedAs(email, address) {
      const account = email.toLowerCase()
      return (await knownAddresses.isSet(account, address)) ? [account, address] : [account]
    },
    remember: (email, address) => knownAddresses.set(email.toLowerCase(), address),
  }
}

function keysOf(account: string, address: string): LoginKeys {
  return {
    address: countKey('login-address', [address]),
    account: countKey('login-account', [account]),
    accountHere: countKey('login-account', [account, address]),
    known: countKey(knownName, [account, address]),
  }
}
