import type { Interval } from '../instant.ts'
import { dayHoursOf, type DayHours, type WorkingSchedule } from './model.ts'
import { offsetStretches } from './time-zone.ts'

const minuteMs = 60_000
const dayMs = 86_400_000

/**
 * The time from `fromMs` to `toMs` during which the clock of the schedule's zone shows its hours on its days, in
 * order, what touches joined. An hour that the clock skips is no time; one that it shows twice counts twice.
 */
export function workingTime(schedule: WorkingSchedule, within: Interval): Interval[] {
  const days = dayHoursOf(schedule)
  const found = offsetStretches(schedule.timeZone, within).flatMap(({ fromMs, toMs, offsetMs }) =>
    workingClockTime(days, { fromMs: fromMs + offsetMs, toMs: toMs + offsetMs }).map((clock) => ({
      fromMs: clock.fromMs - offsetMs,
      toMs: clock.toMs - offsetMs,
    })),
  )
  return joined(found)
}

/** Intervals in order, with those that touch or overlap made one. */
export function joined(intervals: readonly Interval[]): Interval[] {
  const result: Interval[] = []
  for (const next of intervals.toSorted((a, b) => a.fromMs - b.fromMs)) {
    const last = result.at(-1)
    if (last && next.fromMs <= last.toMs) {
      result[result.length - 1] = { fromMs: last.fromMs, toMs: Math.max(last.toMs, next.toMs) }
    } else result.push(next)
  }
  return result
}

/** The same by what the clock shows, as if it were UTC. */
function workingClockTime(days: readonly DayHours[], { fromMs, toMs }: Interval): Interval[] {
  const found: Interval[] = []
  for (
    let dayStartMs = Math.floor(fromMs / dayMs) * dayMs;
    dayStartMs < toMs;
    dayStartMs += dayMs
  ) {
    const weekday = new Date(dayStartMs).getUTCDay()
    for (const { start, end } of days.find(({ day }) => day === weekday)?.spans ?? []) {
      const openMs = Math.max(fromMs, dayStartMs + msOfDay(start))
      const closeMs = Math.min(toMs, dayStartMs + msOfDay(end))
      if (openMs < closeMs) found.push({ fromMs: openMs, toMs: closeMs })
    }
  }
  return found
}

function msOfDay(clockTime: string): number {
  const [hours = 0, minutes = 0] = clockTime.split(':').map(Number)
  return (hours * 60 + minutes) * minuteMs
}
