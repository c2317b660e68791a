import { describe, expect, test } from 'vitest'
import type { LocalDate } from '#contract/local-date.ts'
import type { TrackerType } from '#contract/trackers/catalog.ts'
import type { TrackerScore } from '#contract/trackers/model.ts'
import type { DayEntry } from '#src/features/trackers/entries-resource.ts'
import {
  addMonths,
  isLater,
  monthRows,
  pixelsOf,
  stepFrom,
  yearRows,
  type PixelView,
} from '#src/features/trackers/year/pixel-days.ts'
import type { Direction } from '#src/ui/menu/roving.ts'

const on = (day: string) => day as LocalDate
const fromSunday = [0, 1, 2, 3, 4, 5, 6]
const fromMonday = [1, 2, 3, 4, 5, 6, 0]
const fromSaturday = [6, 0, 1, 2, 3, 4, 5]

describe('the days of a year', () => {
  test.each([
    ['2026-05-05', 365, undefined],
    ['2028-01-01', 366, '2028-02-29'],
    ['2100-12-31', 365, undefined],
  ])('that of %s has %i, each in the column of its month', (day, count, leapDay) => {
    const rows = yearRows(on(day))
    expect(rows).toHaveLength(31)
    expect(rows.every((places) => places.length === 12)).toBe(true)
    expect(rows.flat().filter(Boolean)).toHaveLength(count)
    expect(rows[28]?.[1]).toBe(leapDay)
    expect(rows[30]?.[3]).toBeUndefined()
    expect(rows[30]?.[11]).toBe(`${day.slice(0, 4)}-12-31`)
  })
})

describe('the weeks of a month', () => {
  // 1 March 2026 is a Sunday.
  test.each([
    ['Sunday', fromSunday, 0, 5],
    ['Monday', fromMonday, 6, 6],
    ['Saturday', fromSaturday, 1, 5],
  ])('begin with %s', (_, weekDays, before, weeks) => {
    const rows = monthRows(on('2026-03-17'), weekDays)
    expect(rows).toHaveLength(weeks)
    expect(rows.flat().findIndex(Boolean)).toBe(before)
    expect(rows.flat().filter(Boolean)).toHaveLength(31)
  })

  test('a leap day is among them', () => {
    expect(monthRows(on('2028-02-01'), fromMonday).flat()).toContain('2028-02-29')
    expect(monthRows(on('2026-02-01'), fromSunday)).toHaveLength(4)
  })
})

test.each([
  ['2028-02-29', 12, '2029-02-28'],
  ['2026-03-31', -1, '2026-02-28'],
  ['2026-12-31', 1, '2027-01-31'],
  ['2026-01-15', -1, '2025-12-15'],
])('%s and %i months is %s', (day, months, expected) => {
  expect(addMonths(on(day), months)).toBe(expected)
})

describe('a key leads', () => {
  const step = (day: string, key: string, view: PixelView, direction: Direction = 'ltr') =>
    stepFrom(on(day), {
      key: key.replace('Ctrl+', ''),
      ctrlKey: key.startsWith('Ctrl+'),
      view,
      direction,
      weekDays: fromMonday,
    })

  test.each([
    ['ArrowRight', '2026-03-31', '2026-04-30'],
    ['ArrowRight', '2026-12-05', '2026-12-05'],
    ['ArrowLeft', '2026-03-05', '2026-02-05'],
    ['ArrowDown', '2026-03-05', '2026-03-06'],
    ['ArrowDown', '2026-03-31', '2026-03-31'],
    ['ArrowUp', '2026-03-01', '2026-03-01'],
    ['Home', '2026-03-05', '2026-01-05'],
    ['End', '2026-03-31', '2026-12-31'],
    ['Ctrl+Home', '2026-03-31', '2026-01-01'],
    ['Ctrl+End', '2026-03-31', '2026-12-31'],
    ['PageUp', '2028-02-29', '2027-02-28'],
    ['PageDown', '2026-03-05', '2027-03-05'],
    ['a', '2026-03-05', undefined],
  ])('in a year %s from %s to %s', (key, day, expected) => {
    expect(step(day, key, 'year')).toBe(expected)
  })

  test.each([
    ['ArrowRight', '2026-03-31', '2026-04-01'],
    ['ArrowUp', '2026-03-05', '2026-02-26'],
    ['ArrowDown', '2026-03-05', '2026-03-12'],
    ['Home', '2026-03-05', '2026-03-02'],
    ['Home', '2026-03-01', '2026-03-01'],
    ['End', '2026-03-31', '2026-03-31'],
    ['End', '2026-03-05', '2026-03-08'],
    ['Ctrl+Home', '2026-03-05', '2026-03-01'],
    ['Ctrl+End', '2028-02-05', '2028-02-29'],
    ['PageUp', '2026-03-31', '2026-02-28'],
  ])('in a month %s from %s to %s', (key, day, expected) => {
    expect(step(day, key, 'month')).toBe(expected)
  })

  test('along the line of reading', () => {
    expect(step('2026-03-05', 'ArrowLeft', 'year', 'rtl')).toBe('2026-04-05')
    expect(step('2026-03-05', 'ArrowRight', 'month', 'rtl')).toBe('2026-03-04')
  })
})

function entry(trackerType: TrackerType, score: TrackerScore, rest: Partial<DayEntry> = {}) {
  return { trackerType, day: on('2026-03-05'), answer: 'x', score, state: 'sent', ...rest } as const
}

describe('the shape of a day', () => {
  test.each([
    [[4, 1], 3],
    [[4, 3, 3, 3], 3],
    [[2, 1, 1], 1],
    [[1, 2], 2],
    [[4], 4],
  ] as const)('of the answers %j together is %i, a half upwards', (scores, expected) => {
    const types = ['Mood', 'Fitness', 'Sleep', 'Diet'] as const
    const entries = scores.map((score, index) => entry(types[index] ?? 'Mood', score))
    expect(pixelsOf(entries, 'All').get(on('2026-03-05'))).toMatchObject({
      score: expected,
      answers: entries,
    })
  })

  test('of one tracker is its answer; a refused one is none', () => {
    const entries = [entry('Mood', 4), entry('Diet', 1, { state: 'refused' })]
    expect(pixelsOf(entries, 'Mood').get(on('2026-03-05'))?.score).toBe(4)
    expect(pixelsOf(entries, 'Diet').size).toBe(0)
    expect(pixelsOf(entries, 'All').get(on('2026-03-05'))?.score).toBe(4)
  })
})

describe('an answer was given later', () => {
  /** The name of an operation of that moment, by this device's clock. */
  function opAt(year: number, month: number, day: number, hour: number): string {
    const hex = new Date(year, month - 1, day, hour).getTime().toString(16).padStart(12, '0')
    return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
  }

  test.each([
    ['the same evening', 'Mood', opAt(2026, 3, 5, 23), false],
    ['the next morning', 'Mood', opAt(2026, 3, 6, 0), true],
    ['at three at night, about the day that ended', 'Fitness', opAt(2026, 3, 6, 3), false],
    ['at four', 'Fitness', opAt(2026, 3, 6, 4), true],
    ['by a clock that was a year behind', 'Mood', opAt(2025, 3, 5, 12), false],
    ['at a time that its name does not say', 'Mood', 'ffffffff-ffff-4fff-8fff-ffffffffffff', false],
    ['by an operation without a name', 'Mood', undefined, false],
  ] as const)('%s', (_, type, opId, expected) => {
    expect(isLater(entry(type, 3, opId === undefined ? {} : { opId }))).toBe(expected)
  })
})
