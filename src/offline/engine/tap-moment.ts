import { deviceZone, localTimeAt } from '#contract/local-date.ts'
import type { TapMoment } from './outbox.ts'

/** A tap at an instant, as this device's own clock and zone show it. */
export function tapMoment(tap: { epochMs: number; opId: string; undoMs?: number }): TapMoment {
  const tz = deviceZone()
  return { ...tap, tz, localDate: localTimeAt(tap.epochMs, tz).date }
}
