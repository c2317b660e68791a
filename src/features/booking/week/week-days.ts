import type { Booking } from '#contract/booking/model.ts'
import type { WeekBusy } from '#contract/booking/week.ts'
import type { Interval } from '#contract/instant.ts'
import type { LocalDate } from '#contract/local-date.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import {
  daysOf,
  intervalOf,
  piecesOn,
  without,
  workingOn,
  type DayPiece,
  type WeekDay,
} from './week-model.ts'
import type { KnownWeek } from './week-resource.ts'

/** A time that is not free, and how it reads. */
export interface BusyTime extends Interval {
  readonly label: string
}

/** One day with all that lies on it. */
export interface FilledDay {
  readonly day: WeekDay
  readonly working: readonly DayPiece<Interval>[]
  readonly busy: readonly DayPiece<BusyTime>[]
  readonly sessions: readonly DayPiece<Booking>[]
}

/** The days of a week with what lies on them, by the clock of one zone. */
export function filledDays(week: KnownWeek, start: LocalDate, timeZone: string): FilledDay[] {
  const days = daysOf(start, timeZone)
  const working = workingOn(days, week.schedule)
  const busy = busyTimes(week)
  const self = (time: Interval) => time
  return days.map((day) => ({
    day,
    working: piecesOn(day, working, self, timeZone),
    busy: piecesOn(day, busy, self, timeZone),
    sessions: piecesOn(day, week.sessions, intervalOf, timeZone),
  }))
}

/** Google's times come without a word, and hold our own sessions too. */
function busyTimes({ busy, sessions }: KnownWeek): BusyTime[] {
  const elsewhere = busy.filter(({ source }) => source === 'google').map(intervalOf)
  const google = without(elsewhere, sessions.map(intervalOf))
  return [
    ...busy.filter(({ source }) => source === 'zync').map(ownBusy),
    ...google.map((time) => ({ ...time, label: m.booking_week_busy_google() })),
  ]
}

function ownBusy(slot: WeekBusy): BusyTime {
  const label = slot.reason
    ? m.booking_week_busy_with({ reason: slot.reason })
    : m.booking_week_busy()
  return { ...intervalOf(slot), label }
}
