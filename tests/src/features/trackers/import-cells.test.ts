import { describe, expect, test } from 'vitest'
import {
  dateOrders,
  dayIn,
  minutesIn,
  numberIn,
} from '#src/features/trackers/import/look-at-table.ts'

describe('a cell', () => {
  test.each([
    ['2026-06-01', '2026-06-01', '2026-06-01'],
    ['2026/6/1 22:30', '2026-06-01', '2026-06-01'],
    ['01/06/2026', '2026-06-01', '2026-01-06'],
    ['31.12.2025', '2025-12-31', 'impossible'],
    ['1st June 2026', '2026-06-01', '2026-06-01'],
    ['Jun 1, 2026', '2026-06-01', '2026-06-01'],
    ['٠١/٠٦/٢٠٢٦', '2026-06-01', '2026-01-06'],
    ['2026-02-30', 'impossible', 'impossible'],
    ['0000-01-01', 'impossible', 'impossible'],
    ['1 Foo 2026', 'impossible', 'impossible'],
    ['yesterday', undefined, undefined],
    ['', undefined, undefined],
  ])('%j is a day, or none', (text, dayFirst, monthFirst) => {
    expect([dayIn(text, 'day_first'), dayIn(text, 'month_first')]).toEqual([dayFirst, monthFirst])
  })

  test.each([
    [['2026-06-01', '1 June 2026'], []],
    [
      ['01/06/2026', '02/06/2026'],
      ['day_first', 'month_first'],
    ],
    [['01/06/2026', '13/06/2026'], ['day_first']],
    [['01/06/2026', '06/13/2026'], ['month_first']],
    [
      ['13/06/2026', '06/13/2026'],
      ['day_first', 'month_first'],
    ],
    [['06/06/2026'], []],
  ])('dates as %j leave the orders %j', (cells, orders) => {
    expect(dateOrders(cells)).toEqual(orders)
  })

  test.each([
    ['22:30', 1_350],
    ['10:30 PM', 1_350],
    ['10:30 p.m.', 1_350],
    ['10:30\u202fPM', 1_350],
    ['12:00 AM', 0],
    ['٩:١٥ م', 1_275],
    ['am', 540],
    ['25:00', undefined],
    ['13:00 PM', undefined],
    ['all day', undefined],
  ])('%j is a time, or none', (text, minutes) => {
    expect(minutesIn(text)).toBe(minutes)
  })

  test.each([
    ['7.5', 7.5],
    ['7,5', 7.5],
    ['7h 30m', 7.5],
    ['7:30', 7.5],
    ['8 hours', 8],
    ['٧', 7],
    ['a lot', undefined],
    ['', undefined],
  ])('%j is a number, or none', (text, value) => {
    expect(numberIn(text)).toBe(value)
  })
})
