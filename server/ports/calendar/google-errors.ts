import { PartnerError } from '../partner-error.ts'
import { CalendarExpiredError } from './port.ts'

/** Google's way to say that a refresh token or a code is worth nothing (any more). */
const goneGrant = 'invalid_grant'

/** What a failed call of an open calendar means to its owner. */
export function asCalendarError(cause: unknown): Error {
  return isRefusal(cause) || statusOf(cause) === 401
    ? new CalendarExpiredError('Google no longer lets us in', { cause })
    : new PartnerError('google', cause)
}

/** True when Google answered that it does not accept what was shown to it. */
export function isRefusal(error: unknown): boolean {
  const body = field(field(error, 'response'), 'data')
  return field(body, 'error') === goneGrant
}

/** True for an event that Google does not have (404), or has deleted (410). */
export function isMissing(error: unknown): boolean {
  const status = statusOf(error)
  return status === 404 || status === 410
}

function statusOf(error: unknown): unknown {
  return field(error, 'status') ?? field(field(error, 'response'), 'status')
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
