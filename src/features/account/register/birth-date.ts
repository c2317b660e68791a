import type { UserType } from '#contract/account/model.ts'
import { birthYearRange } from '#contract/account/registration.ts'
import { isLocalDate, type LocalDate } from '#contract/local-date.ts'

export interface BirthParts {
  year: string
  month: string
  day: string
}

/** The parts of a birth date that may not be complete yet. */
export function birthParts(text: string): BirthParts {
  const [year = '', month = '', day = ''] = text.split('-')
  return { year, month, day }
}

/** Puts parts together again; a day that the month does not have is taken out, so that it is chosen anew. */
export function birthText({ year, month, day }: BirthParts): string {
  const fitting = Number(day) <= daysIn(year, month) ? day : ''
  return `${year}-${month}-${fitting}`
}

/** The complete day, or undefined. */
export function birthDateOf(text: string): LocalDate | undefined {
  return isLocalDate(text) ? text : undefined
}

/** The days of a month; 31 while the month is open, 29 for a February of an open year. */
export function daysIn(year: string, month: string): number {
  if (!month) return 31
  // Day 0 of the next month; 2000 was a leap year.
  return new Date(Date.UTC(Number(year || 2000), Number(month), 0)).getUTCDate()
}

/** The years to choose from, the latest first: those in which a person of this kind may be born. */
export function birthYears(type: UserType, today: LocalDate): string[] {
  const { first, last } = birthYearRange(type, today)
  return Array.from({ length: last - first + 1 }, (_, index) => String(last - index))
}
