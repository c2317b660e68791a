import { describe, expect, test } from 'vitest'
import type { Interval } from '#contract/instant.ts'
import type { LocalDate } from '#contract/local-date.ts'
import { gridMove } from '#src/features/booking/week/grid-keys.ts'
import {
  daysOf,
  hoursShown,
  piecesOn,
  weekStart,
  workingOn,
} from '#src/features/booking/week/week-resource.ts'

const hourMs = 3_600_000
const day = (text: string) => text as LocalDate
const self = (time: Interval) => time
const time = (from: string, to: string) => ({ fromMs: Date.parse(from), toMs: Date.parse(to) })

describe('a week', () => {
  test('begins on the Sunday that the zone’s clock shows', () => {
    const saturdayNight = Date.parse('2026-11-29T03:00:00Z')
    expect(weekStart(saturdayNight, 'America/New_York')).toBe('2026-11-22')
    expect(weekStart(saturdayNight, 'Europe/Lisbon')).toBe('2026-11-29')
  })

  test.each([
    ['America/New_York', '2026-03-08', 23],
    ['America/New_York', '2026-11-01', 25],
    ['Asia/Kolkata', '2026-11-01', 24],
  ])('in %s from %s on has a first day of %i hours, and no gap', (zone, start, hours) => {
    const days = daysOf(day(start), zone)
    expect((days[0]?.toMs ?? 0) - (days[0]?.fromMs ?? 0)).toBe(hours * hourMs)
    expect(days).toHaveLength(7)
    expect(days.slice(1).every(({ fromMs }, index) => fromMs === days[index]?.toMs)).toBe(true)
  })
})

describe('what lies on a day', () => {
  test('is placed by the zone’s clock, and has a part on both days across midnight', () => {
    const [monday, tuesday] = daysOf(day('2026-11-23'), 'Asia/Kolkata')
    if (!monday || !tuesday) throw new Error('A week has days')
    const late = time('2026-11-23T17:30:00Z', '2026-11-23T19:30:00Z')
    const found = [monday, tuesday].map((each) => piecesOn(each, [late], self, 'Asia/Kolkata'))
    expect(found).toEqual([
      [{ of: late, from: 23 * 60, until: 24 * 60 }],
      [{ of: late, from: 0, until: 60 }],
    ])
  })

  test('takes as long as it takes in the night in which the clock jumps', () => {
    const [sunday] = daysOf(day('2026-03-08'), 'America/New_York')
    if (!sunday) throw new Error('A week has days')
    const session = time('2026-03-08T06:30:00Z', '2026-03-08T07:30:00Z')
    expect(piecesOn(sunday, [session], self, 'America/New_York')).toEqual([
      { of: session, from: 90, until: 150 },
    ])
  })

  test('has working hours of another zone at its own times', () => {
    const days = daysOf(day('2026-11-22'), 'America/New_York')
    const span = { start: '09:00', end: '12:00' }
    const schedule = { workingHours: span, workingDays: [1], timeZone: 'Europe/Lisbon' }
    const hours = workingOn(days, schedule)
    expect(days.map((each) => piecesOn(each, hours, self, 'America/New_York')).flat()).toEqual([
      { of: hours[0], from: 4 * 60, until: 7 * 60 },
    ])
    expect(workingOn(days, { ...schedule, workingDays: [] })).toEqual([])
  })
})

test('the hours of a grid hold all work and sessions, and are eight at least', () => {
  const piece = (from: number, until: number) => ({ of: undefined, from, until })
  expect(hoursShown([])).toEqual([9, 10, 11, 12, 13, 14, 15, 16])
  expect(hoursShown([piece(545, 1_020), piece(1_100, 1_145)])).toEqual([
    9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19,
  ])
  expect(hoursShown([piece(1_380, 1_440)])).toEqual([16, 17, 18, 19, 20, 21, 22, 23])
})

test('keys move within the grid and stop at its edges; pages are weeks', () => {
  const size = { rows: 8, columns: 7, direction: 'ltr' } as const
  const move = (key: string, row: number, column: number, ctrlKey = false) =>
    gridMove({ key, ctrlKey }, { row, column }, size)
  expect(move('ArrowRight', 0, 6)).toEqual({ row: 0, column: 6 })
  expect(move('ArrowRight', 0, 5)).toEqual({ row: 0, column: 6 })
  expect(move('ArrowLeft', 3, 0)).toEqual({ row: 3, column: 0 })
  expect(move('ArrowDown', 7, 2)).toEqual({ row: 7, column: 2 })
  expect(move('ArrowUp', 1, 2)).toEqual({ row: 0, column: 2 })
  expect(move('Home', 4, 4)).toEqual({ row: 4, column: 0 })
  expect(move('End', 4, 4, true)).toEqual({ row: 7, column: 6 })
  expect([move('PageUp', 1, 1), move('PageDown', 1, 1)]).toEqual([{ week: -1 }, { week: 1 }])
  expect(move('a', 1, 1)).toBeUndefined()
})

test('in a grid that is read from the right the next day lies to the left', () => {
  const size = { rows: 8, columns: 7, direction: 'rtl' } as const
  const move = (key: string) => gridMove({ key, ctrlKey: false }, { row: 0, column: 3 }, size)
  expect(move('ArrowLeft')).toEqual({ row: 0, column: 4 })
  expect(move('ArrowRight')).toEqual({ row: 0, column: 2 })
})
