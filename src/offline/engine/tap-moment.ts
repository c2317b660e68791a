import { localTimeAt } from '#contract/local-date.ts'
import type { TapMoment } from './outbox.ts'

/** A tap at an instant, as this device's own clock and zone show it. */
export function tapMoment(tap: { epochMs: number; opId: string; undoMs?: number }): TapMoment {
  const tz = clockZone()
  return { ...tap, tz, localDate: localTimeAt(tap.epochMs, tz).date }
}

/** The IANA name of the zone that this device's clock shows. */
export function clockZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
