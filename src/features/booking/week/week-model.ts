import { dayHoursOf } from '#contract/calendar/day-hours.ts'
import type { WorkingSchedule } from '#contract/calendar/model.ts'
import { momentOf } from '#contract/calendar/time-zone.ts'
import { clockAt } from '#contract/zone-clock.ts'
import { joined, workingTime } from '#contract/calendar/working-time.ts'
import type { Interval } from '#contract/instant.ts'
import { addDays, localTimeAt, type LocalDate } from '#contract/local-date.ts'

/** One day of a week, by the clock of the zone that it is shown in. */
export interface WeekDay extends Interval {
  readonly date: LocalDate
}

/** What lies on one day, in minutes of its clock; `until` is at most 24 hours. */
export interface DayPiece<Of> {
  readonly of: Of
  readonly from: number
  readonly until: number
}

const minuteMs = 60_000
const hourMinutes = 60
const dayMinutes = 1_440

/** The Sunday on which a week begins, of a moment by a zone's clock. */
export function weekStart(epochMs: number, timeZone: string): LocalDate {
  const today = localTimeAt(epochMs, timeZone).date
  return addDays(today, -new Date(`${today}T00:00:00Z`).getUTCDay())
}

/** The seven days from a date on. A day on which clocks change has more or fewer hours than others. */
export function daysOf(start: LocalDate, timeZone: string): WeekDay[] {
  return [0, 1, 2, 3, 4, 5, 6].map((index) => {
    const date = addDays(start, index)
    return { date, fromMs: midnight(date, timeZone), toMs: midnight(addDays(date, 1), timeZone) }
  })
}

/** The parts of things that lie on a day, first first: what crosses midnight has a part on both days. */
export function piecesOn<Of>(
  day: WeekDay,
  things: readonly Of[],
  timeOf: (thing: Of) => Interval,
  timeZone: string,
): DayPiece<Of>[] {
  const found = things.flatMap((of) => {
    const { fromMs, toMs } = timeOf(of)
    const clipped = { fromMs: Math.max(fromMs, day.fromMs), toMs: Math.min(toMs, day.toMs) }
    if (clipped.fromMs >= clipped.toMs) return []
    const from = minuteOn(day, clipped.fromMs, timeZone)
    // As long as it takes, also in the night in which the clock jumps.
    const until = Math.min(from + (clipped.toMs - clipped.fromMs) / minuteMs, dayMinutes)
    return [{ of, from, until }]
  })
  return found.toSorted((a, b) => a.from - b.from)
}

/** When a schedule has working hours on the days of a week. */
export function workingOn(days: readonly WeekDay[], schedule: WorkingSchedule): Interval[] {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last || dayHoursOf(schedule).length === 0) return []
  return workingTime(schedule, { fromMs: first.fromMs, toMs: last.toMs })
}

/** What is left of times without others: Google says of our own sessions too that one is busy. */
export function without(times: readonly Interval[], others: readonly Interval[]): Interval[] {
  return joined(times).flatMap((time) => {
    let fromMs = time.fromMs
    const left: Interval[] = []
    for (const other of joined(others)) {
      if (other.toMs <= fromMs || other.fromMs >= time.toMs) continue
      if (other.fromMs > fromMs) left.push({ fromMs, toMs: other.fromMs })
      fromMs = other.toMs
    }
    return fromMs < time.toMs ? [...left, { fromMs, toMs: time.toMs }] : left
  })
}

/** The hours of the day that a grid has: all with work or a session, and eight at least. */
export function hoursShown(pieces: readonly DayPiece<unknown>[]): number[] {
  const usual = { from: 9 * hourMinutes, until: 17 * hourMinutes }
  const all = pieces.length === 0 ? [usual] : pieces
  let first = Math.floor(Math.min(...all.map(({ from }) => from)) / hourMinutes)
  let end = Math.ceil(Math.max(...all.map(({ until }) => until)) / hourMinutes)
  while (end - first < hoursMin) {
    if (end < 24) end += 1
    else first -= 1
  }
  return Array.from({ length: end - first }, (_, index) => first + index)
}

const hoursMin = 8

/** The minute that the zone's clock shows on a day. */
export function minuteOn(day: WeekDay, epochMs: number, timeZone: string): number {
  const clockMs = clockAt(timeZone, epochMs) - Date.parse(`${day.date}T00:00:00Z`)
  return Math.min(Math.max(Math.floor(clockMs / minuteMs), 0), dayMinutes)
}

export function intervalOf({ start, end }: { start: string; end: string }): Interval {
  return { fromMs: Date.parse(start), toMs: Date.parse(end) }
}

function midnight(date: LocalDate, timeZone: string): number {
  return momentOf(timeZone, Date.parse(`${date}T00:00:00Z`))
}
