import * as v from 'valibot'

/** A day of the calendar as its owner's clock showed it: `YYYY-MM-DD`, without a zone. */
export type LocalDate = string & { readonly __brand: 'LocalDate' }

const shape = /^(\d{4})-(\d{2})-(\d{2})$/
const dayMs = 86_400_000

/** True for a day that exists: `2026-02-30` does not. */
export function isLocalDate(text: string): text is LocalDate {
  const match = shape.exec(text)
  if (!match) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
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
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(epochMs)
  const part = (type: string) => parts.find((p) => p.type === type)?.value ?? ''
  return {
    date: `${part('year')}-${part('month')}-${part('day')}` as LocalDate,
    hour: Number(part('hour')),
  }
}

/** Full years from a birth date to `today`. */
export function ageOn(birthDate: LocalDate, today: LocalDate): number {
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return today.slice(5) < birthDate.slice(5) ? years - 1 : years
}
