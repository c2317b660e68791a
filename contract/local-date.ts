import * as v from 'valibot'

/** Spans of time, in milliseconds. */
export const minuteMs = 60_000
export const hourMs = 3_600_000
export const dayMs = 86_400_000

/** How far the zone's clock is ahead of UTC at a moment, both in milliseconds. Throws a RangeError for no zone. */
export function offsetsOf(timeZone: string): (epochMs: number) => number {
  const format = clockOf(timeZone)
  return (epochMs) => {
    const shown: Record<string, number> = {}
    for (const { type, value } of format.formatToParts(epochMs)) shown[type] = Number(value)
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown
    const clockMs = Date.UTC(year, month - 1, day, hour, minute, second)
    return clockMs - Math.floor(epochMs / 1_000) * 1_000
  }
}

/** What the zone's clock shows at a moment, both in epoch milliseconds: the clock's as if it were UTC. */
export function clockAt(timeZone: string, epochMs: number): number {
  return epochMs + offsetsOf(timeZone)(epochMs)
}

/** Making one costs as much as reading it ten times, so they are kept; as many as there are names of zones, and no more. */
const clocks = new Map<string, Intl.DateTimeFormat>()
const clocksMax = 600

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  // A zone's name may be written in many cases.
  if (clocks.size >= clocksMax) clocks.clear()
  clocks.set(timeZone, clock)
  return clock
}

/** True for a name of the IANA time zone database that this platform knows. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+-]*(\/[\w+-]+)*$/.test(name)) return false
  try {
    return Boolean(clockOf(name))
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** A day of the calendar as its owner's clock showed it: `YYYY-MM-DD`, without a zone. */
export type LocalDate = string & { readonly __brand: 'LocalDate' }

const shape = /^\d{4}-\d{2}-\d{2}$/
const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** True for a day that exists: `2026-02-30` does not, nor does a year 0. Counted, not asked of a Date: a push asks 2,000 times. */
export function isLocalDate(text: string): text is LocalDate {
  if (!shape.test(text) || text.startsWith('0000')) return false
  const month = Number(text.slice(5, 7))
  const day = Number(text.slice(8, 10))
  return day >= 1 && day <= daysIn(Number(text.slice(0, 4)), month)
}

/** How many days a month (1 to 12) has; 0 for a number that is no month. */
function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return monthDays[month - 1] ?? 0
}

export const localDateSchema = v.pipe(
  v.string(),
  v.check(isLocalDate, 'Not a day of the calendar (YYYY-MM-DD)'),
  v.transform((text) => text as LocalDate),
)

/** The day `days` later; negative goes back. */
export function addDays(date: LocalDate, days: number): LocalDate {
  return utcDate(Date.parse(`${date}T00:00:00Z`) + days * dayMs)
}

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs)
}

/** The UTC day of an instant in milliseconds. */
export function utcDate(epochMs: number): LocalDate {
  return new Date(epochMs).toISOString().slice(0, 10) as LocalDate
}

/** The day and hour that a clock in `timeZone` shows at an instant in milliseconds. */
export function localTimeAt(epochMs: number, timeZone: string): { date: LocalDate; hour: number } {
  const clockMs = clockAt(timeZone, epochMs)
  return { date: utcDate(clockMs), hour: new Date(clockMs).getUTCHours() }
}

/** The minute of the day, 0 to 1,439, that a clock in `timeZone` shows at an instant in milliseconds. */
export function localMinuteAt(epochMs: number, timeZone: string): number {
  const clock = new Date(clockAt(timeZone, epochMs))
  return clock.getUTCHours() * 60 + clock.getUTCMinutes()
}

/** Full years from a birth date to `today`. */
export function ageOn(birthDate: LocalDate, today: LocalDate): number {
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return today.slice(5) < birthDate.slice(5) ? years - 1 : years
}

/** Decisions: a minor is below this by birth date, at the moment of the request. */
const adultAge = 18

export function isMinorOn(birthDate: LocalDate, today: LocalDate): boolean {
  return birthDate > newestAdultBirthDate(today)
}

/**
 * Whoever was born after it is under 18 on `today`. It is compared as text, as a query does too: 18 years before a
 * leap day there may be no such day.
 */
export function newestAdultBirthDate(today: LocalDate): string {
  const year = Number(today.slice(0, 4)) - adultAge
  return `${String(year).padStart(4, '0')}${today.slice(4)}`
}
