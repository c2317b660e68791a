import type pg from 'pg'
import { createLimiter } from '#server/http/limiter.ts'

/** One login under way, counted as failed until it is known better. */
export interface LoginTry {
  /** Takes the count back and remembers that this account logs in from this address. */
  succeeded(): Promise<void>
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

const windowSeconds = 15 * 60

/**
 * Failures per account. 960 guesses a day do not find a password that the register rule let through; a person
 * who mistypes does not get there.
 */
export const accountFailuresMax = 10

/** Failures per address, over all accounts: a school behind one address fits, spraying one password does not. */
export const addressFailuresMax = 100

/** As long as a session: who logs in at least once a month keeps their address known. */
const knownSeconds = 30 * 24 * 3_600

/**
 * Limits per account and per address. An address that has logged in to an account before has a count of its own
 * for it, so strangers who use up the account's count lock nobody out at home. Counts end a fixed time after
 * their first failure: further tries do not prolong them.
 */
export function createLoginLimits(pool: pg.Pool): LoginLimits {
  const addresses = createLimiter(pool, 'login-address', addressFailuresMax, windowSeconds)
  const accounts = createLimiter(pool, 'login-account', accountFailuresMax, windowSeconds)
  const known = createLimiter(pool, 'login-known', 1, knownSeconds)

  async function countedAs(email: string, address: string): Promise<string[]> {
    const account = email.toLowerCase()
    return (await known.isSet(account, address)) ? [account, address] : [account]
  }

  return {
    async begin(email, address) {
      const account = email.toLowerCase()
      const counted = await countedAs(email, address)
      await addresses.take(address)
      await accounts.take(...counted)

      async function abandoned(): Promise<void> {
        await addresses.giveBack(address)
        await accounts.giveBack(...counted)
      }
      async function succeeded(): Promise<void> {
        await abandoned()
        await known.set(account, address)
      }
      return { succeeded, abandoned }
    },
    countedAs,
    remember: (email, address) => known.set(email.toLowerCase(), address),
  }
}
