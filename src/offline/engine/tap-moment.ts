import { isTimeZone, localTimeAt } from '#contract/local-date.ts'
import type { TapMoment } from './outbox.ts'

/** A tap at an instant, as this device's own clock and zone show it. */
export function tapMoment(tap: { epochMs: number; opId: string; undoMs?: number }): TapMoment {
  const tz = deviceZone()
  return { ...tap, tz, localDate: localTimeAt(tap.epochMs, tz).date }
}

/**
 * The IANA name of the zone that this device's clock shows. A browser that cannot tell says `Etc/Unknown`, or nothing,
 * and reads neither itself: then it is the zone of the same whole hours.
 */
export function deviceZone(): string {
  const named: string | undefined = Intl.DateTimeFormat().resolvedOptions().timeZone
  if (named !== undefined && isTimeZone(named)) return named
  const hoursBehind = Math.round(new Date().getTimezoneOffset() / 60)
  if (hoursBehind === 0) return 'UTC'
  return `Etc/GMT${hoursBehind > 0 ? '+' : ''}${hoursBehind}`
}
