import { offsetStretches } from '../calendar/time-zone.ts'
import { clockAt } from '../zone-clock.ts'
import { addDays, utcDate, type LocalDate } from '../local-date.ts'
import type { Reminder } from './model.ts'

/** A moment in epoch milliseconds, and the day that the person's clock shows then, or was to show. */
export interface ReminderTime {
  readonly atMs: number
  readonly date: LocalDate
}

const dayMs = 86_400_000
const minuteMs = 60_000

/**
 * The next time after a moment at which a clock in the zone shows the minute on one of the days. Where clocks go forward
 * over it, it is when they have; where they show it twice, the first time: once for each day, whatever clocks do.
 */
export function nextReminder(
  timeZone: string,
  { minute, days }: Pick<Reminder, 'minute' | 'days'>,
  afterMs: number,
): ReminderTime {
  let date = utcDate(clockAt(timeZone, afterMs))
  // A week without such a day there is none; the eighth is today's of the next week.
  for (let tried = 0; tried <= 8; tried += 1, date = addDays(date, 1)) {
    const midnightMs = Date.parse(`${date}T00:00:00Z`)
    if (!days.includes(new Date(midnightMs).getUTCDay())) continue
    const atMs = firstMomentOf(timeZone, midnightMs + minute * minuteMs)
    if (atMs > afterMs) return { atMs, date }
  }
  throw new Error('A reminder without a day')
}

/** Many people choose the same minute, so what was found is stored for a while. */
const found = new Map<string, number>()
const foundMax = 5_000

/** The first moment at which the zone's clock shows `clockMs`, written as if it were UTC, or has passed it. */
function firstMomentOf(timeZone: string, clockMs: number): number {
  const key = `${timeZone} ${clockMs}`
  const known = found.get(key)
  if (known !== undefined) return known
  const around = { fromMs: clockMs - dayMs, toMs: clockMs + dayMs }
  const stretch = offsetStretches(timeZone, around).find(
    ({ toMs, offsetMs }) => clockMs < toMs + offsetMs,
  )
  const atMs = stretch ? Math.max(stretch.fromMs, clockMs - stretch.offsetMs) : clockMs
  if (found.size >= foundMax) found.clear()
  found.set(key, atMs)
  return atMs
}
