import { bookingAheadDaysMax, windowDaysMax } from '#contract/booking/model.ts'

/** Spec 9: a page of the calendar, 7 days by this device's clock; the first begins today. */
export interface Week {
  readonly index: number
  readonly startMs: number
  readonly endMs: number
}

/** The number of weeks to choose from: nothing can be booked further ahead. */
export const weeksMax = Math.ceil(bookingAheadDaysMax / windowDaysMax)

/** The week so many pages after the one that begins on the day of `nowMs`. */
export function weekAt(nowMs: number, index: number): Week {
  const now = new Date(nowMs)
  const midnightMs = (days: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + days).getTime()
  return {
    index,
    startMs: midnightMs(index * windowDaysMax),
    endMs: midnightMs((index + 1) * windowDaysMax),
  }
}
