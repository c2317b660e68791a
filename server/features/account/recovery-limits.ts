import type pg from 'pg'
import { createLimiter } from '#server/http/limiter.ts'
import type { LoginLimits } from './login-limits.ts'

export interface RecoveryLimits {
  /** Counts a request for a code, or throws `rate_limited`; alike for e-mails that nobody has. */
  takeRequest(email: string, address: string): Promise<void>
  /** Counts a try of a code, or throws `rate_limited`. */
  takeTry(address: string): Promise<void>
}

const hourSeconds = 3_600

/** A school behind one address fits. */
export const requestsPerAddressMax = 60
/** Tries per address: five for each of a dozen people at once. */
export const triesPerAddressMax = 60
/** Codes for one account: each may be guessed at five times, so a day's worth finds one in 16,000. */
export const requestsPerHourMax = 5
export const requestsPerDayMax = 12

/**
 * Limits per address, and per account against guessing code after code. As with logins, strangers who use up an
 * account's count do not keep its owner from asking at home.
 */
export function createRecoveryLimits(pool: pg.Pool, loginLimits: LoginLimits): RecoveryLimits {
  const addresses = createLimiter(pool, 'forgot-address', requestsPerAddressMax, hourSeconds)
  const hours = createLimiter(pool, 'forgot-hour', requestsPerHourMax, hourSeconds)
  const days = createLimiter(pool, 'forgot-day', requestsPerDayMax, 24 * hourSeconds)
  const tries = createLimiter(pool, 'reset-address', triesPerAddressMax, hourSeconds)

  return {
    async takeRequest(email, address) {
      await addresses.take(address)
      const counted = await loginLimits.countedAs(email, address)
      await hours.take(...counted)
      await days.take(...counted)
    },
    takeTry: (address) => tries.take(address),
  }
}
