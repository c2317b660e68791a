import type pg from 'pg'
import { createLimiter } from '#server/http/limits/limiter.ts'
import type { Caller, LoginLimits } from '../sign-in/login-limits.ts'

export interface RecoveryLimits {
  /** Counts a request for a code, or throws `rate_limited`; alike for e-mails that nobody has. */
  takeRequest(email: string, caller: Caller): Promise<void>
  /** Counts a try of a code, or throws `rate_limited`. */
  takeTry(address: string): Promise<void>
}

const hourSeconds = 3_600

/** A school behind one address fits. */
export const requestsPerAddressMax = 60
/** Tries per address: five for each of a dozen people at once. */
export const triesPerAddressMax = 60
/** Codes for one account that strangers ask for; each may be guessed at five times, so a day's worth finds one in 16,000. */
export const requestsPerHourMax = 10
export const requestsPerDayMax = 12
/** Of these so many from one address: nobody uses up a person's codes from where they are. The same on a known device. */
export const requestsHerePerHourMax = 5
export const requestsHerePerDayMax = 8

/**
 * Limits per address, and per account against guessing code after code. Who asks is counted before what is asked for,
 * and as with logins a known device or address is counted alone: strangers who use up an account's count do not keep its
 * owner from asking.
 */
export function createRecoveryLimits(pool: pg.Pool, loginLimits: LoginLimits): RecoveryLimits {
  const addresses = createLimiter(pool, 'forgot-address', requestsPerAddressMax, hourSeconds)
  const hoursHere = createLimiter(pool, 'forgot-here', requestsHerePerHourMax, hourSeconds)
  const daysHere = createLimiter(pool, 'forgot-day-here', requestsHerePerDayMax, 24 * hourSeconds)
  const hours = createLimiter(pool, 'forgot-hour', requestsPerHourMax, hourSeconds)
  const days = createLimiter(pool, 'forgot-day', requestsPerDayMax, 24 * hourSeconds)
  const tries = createLimiter(pool, 'reset-address', triesPerAddressMax, hourSeconds)

  return {
    async takeRequest(email, caller) {
      await addresses.take(caller.address)
      const { counted, known } = await loginLimits.laneOf(email, caller)
      const here = known ? counted : [...counted, caller.address]
      await hoursHere.take(...here)
      await daysHere.take(...here)
      if (known) return
      await hours.take(...counted)
      await days.take(...counted)
    },
    takeTry: (address) => tries.take(address),
  }
}
