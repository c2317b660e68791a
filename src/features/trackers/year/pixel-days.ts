import { addDays, isLocalDate, type LocalDate } from '#contract/local-date.ts'
import type { TrackerType } from '#contract/trackers/catalog.ts'
import { trackerDay, type TrackerScore } from '#contract/trackers/model.ts'
import { clockAt } from '#src/data/local-clock.ts'
import type { Direction } from '#src/ui/menu/roving.ts'
import { isAnswered, type DayEntry } from '../entries-resource.ts'

/** One tracker, or all of them together. */
export type PixelTracker = TrackerType | 'All'

export type PixelView = 'year' | 'month'

/** A day with an answer. */
export interface Pixel {
  /** That of the answer; of several their mean, rounded to the nearest, a half upwards. */
  readonly score: TrackerScore
  readonly answers: readonly DayEntry[]
}

/** The answered days, oldest first, as the entries are. */
export function pixelsOf(
  entries: readonly DayEntry[],
  tracker: PixelTracker,
): Map<LocalDate, Pixel> {
  const days = new Map<LocalDate, DayEntry[]>()
  for (const entry of entries) {
    if (!isAnswered(entry) || (tracker !== 'All' && entry.trackerType !== tracker)) continue
    const known = days.get(entry.day)
    if (known) known.push(entry)
    else days.set(entry.day, [entry])
  }
  return new Map([...days].map(([day, answers]) => [day, { score: meanScore(answers), answers }]))
}

function meanScore(answers: readonly DayEntry[]): TrackerScore {
  const sum = answers.reduce((all, { score }) => all + score, 0)
  return Math.round(sum / answers.length) as TrackerScore
}

export function yearOf(day: LocalDate): number {
  return Number(day.slice(0, 4))
}

/** The first day of a year. */
export function yearStart(year: number): LocalDate {
  return `${String(year).padStart(4, '0')}-01-01` as LocalDate
}

/** A day that the calendar has, or the place of none. */
type Place = LocalDate | undefined

/** So many rows a year has. */
export const daysInMonthMax = 31

/** The year of a day: a row for each day of a month, a column for each month. */
export function yearRows(day: LocalDate): Place[][] {
  const year = day.slice(0, 4)
  return counted(daysInMonthMax).map((date) =>
    counted(12).map((month) => existing(`${year}-${twoDigits(month)}-${twoDigits(date)}`)),
  )
}

/** The month of a day: a row for each week, whose days are in the order given, 0 for Sunday. */
export function monthRows(day: LocalDate, weekDays: readonly number[]): Place[][] {
  const month = day.slice(0, 8)
  const days = counted(31).flatMap((date) => existing(`${month}${twoDigits(date)}`) ?? [])
  const before = weekDays.indexOf(weekdayOf(`${month}01` as LocalDate))
  const places: Place[] = [...Array.from({ length: before }, () => undefined), ...days]
  const weeks = Math.ceil(places.length / 7)
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_place, index) => places[week * 7 + index]),
  )
}

/** The same day so many months later, or the last of its month where that is shorter; negative goes back. */
export function addMonths(day: LocalDate, months: number): LocalDate {
  const count = yearOf(day) * 12 + Number(day.slice(5, 7)) - 1 + months
  const month = `${yearStart(Math.floor(count / 12)).slice(0, 5)}${twoDigits((count % 12) + 1)}`
  const last = counted(31).findLast((date) => isLocalDate(`${month}-${twoDigits(date)}`)) ?? 1
  return `${month}-${twoDigits(Math.min(Number(day.slice(8)), last))}` as LocalDate
}

export interface Step {
  readonly key: string
  readonly ctrlKey: boolean
  readonly view: PixelView
  readonly direction: Direction
  readonly weekDays: readonly number[]
}

/**
 * Where a key leads in the grid (ARIA's pattern of a grid): the arrows by a place, Home and End in the row, with Ctrl in
 * the whole, Page Up and Page Down by a year or a month. Undefined for every other key.
 */
export function stepFrom(day: LocalDate, step: Step): LocalDate | undefined {
  const forward = step.direction === 'ltr' ? 'ArrowRight' : 'ArrowLeft'
  const key = step.key.replace(/^Arrow(?:Left|Right)$/, (arrow) =>
    arrow === forward ? 'Forward' : 'Backward',
  )
  return step.view === 'year'
    ? stepInYear(day, step.ctrlKey ? `Ctrl${key}` : key)
    : stepInMonth(day, step.ctrlKey ? `Ctrl${key}` : key, step.weekDays)
}

function stepInYear(day: LocalDate, key: string): LocalDate | undefined {
  const month = Number(day.slice(5, 7))
  const within = (next: LocalDate, chars: number) =>
    next.slice(0, chars) === day.slice(0, chars) ? next : day
  switch (key) {
    case 'Forward':
      return within(addMonths(day, 1), 4)
    case 'Backward':
      return within(addMonths(day, -1), 4)
    case 'ArrowDown':
      return within(addDays(day, 1), 7)
    case 'ArrowUp':
      return within(addDays(day, -1), 7)
    case 'Home':
      return addMonths(day, 1 - month)
    case 'End':
      return addMonths(day, 12 - month)
    case 'CtrlHome':
      return yearStart(yearOf(day))
    case 'CtrlEnd':
      return addDays(yearStart(yearOf(day) + 1), -1)
    case 'PageUp':
      return addMonths(day, -12)
    case 'PageDown':
      return addMonths(day, 12)
    default:
      return undefined
  }
}

function stepInMonth(
  day: LocalDate,
  key: string,
  weekDays: readonly number[],
): LocalDate | undefined {
  const date = Number(day.slice(8))
  const last = Number(addMonths(`${day.slice(0, 8)}31` as LocalDate, 0).slice(8))
  const inWeek = weekDays.indexOf(weekdayOf(day))
  switch (key) {
    case 'Forward':
      return addDays(day, 1)
    case 'Backward':
      return addDays(day, -1)
    case 'ArrowDown':
      return addDays(day, 7)
    case 'ArrowUp':
      return addDays(day, -7)
    case 'Home':
      return addDays(day, -Math.min(inWeek, date - 1))
    case 'End':
      return addDays(day, Math.min(6 - inWeek, last - date))
    case 'CtrlHome':
      return addDays(day, 1 - date)
    case 'CtrlEnd':
      return addDays(day, last - date)
    case 'PageUp':
      return addMonths(day, -1)
    case 'PageDown':
      return addMonths(day, 1)
    default:
      return undefined
  }
}

/**
 * Whether an answer was given after its day had ended, by this device's clock: its operation is named by a UUID of version 7,
 * which begins with the milliseconds of the tap (RFC 9562). Of any other name nothing is known.
 */
export function isLater({ opId = '', importId, trackerType, day }: DayEntry): boolean {
  if (opId[14] !== '7' || importId !== undefined) return false
  const givenMs = Number.parseInt(opId.slice(0, 8) + opId.slice(9, 13), 16)
  return trackerDay(trackerType, clockAt(givenMs)) > day
}

function weekdayOf(day: LocalDate): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay()
}

function existing(text: string): Place {
  return isLocalDate(text) ? text : undefined
}

/** 1 to a number. */
function counted(to: number): number[] {
  return Array.from({ length: to }, (_, index) => index + 1)
}

function twoDigits(count: number): string {
  return String(count).padStart(2, '0')
}
