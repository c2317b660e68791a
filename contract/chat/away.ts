import * as v from 'valibot'
import { localMinuteAt } from '../local-date.ts'

const clockSchema = v.pipe(
  v.string(),
  v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time as HH:MM'),
)

const timeZoneSchema = v.pipe(
  v.string(),
  v.maxLength(64),
  v.check(isTimeZone, 'Please select a time zone'),
)

/** The hours of each day in which a provider does not read, by their own clock; they may cross midnight. */
export const awayHoursSchema = v.strictObject({
  from: clockSchema,
  to: clockSchema,
  timeZone: timeZoneSchema,
})
export type AwayHours = v.InferOutput<typeof awayHoursSchema>

/** Whether the hours hold at a moment, in epoch milliseconds. From and to alike is never. */
export function isAway({ from, to, timeZone }: AwayHours, epochMs: number): boolean {
  const now = localMinuteAt(epochMs, timeZone)
  const [start, end] = [minutesIn(from), minutesIn(to)]
  return start <= end ? now >= start && now < end : now >= start || now < end
}

function minutesIn(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== ''
  } catch {
    return false
  }
}
