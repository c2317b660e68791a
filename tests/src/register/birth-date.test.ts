import { expect, test } from 'vitest'
import type { LocalDate } from '#contract/local-date.ts'
import {
  birthDateOf,
  birthParts,
  birthText,
  birthYears,
  daysIn,
} from '#src/features/account/register/birth-date.ts'

test('parts that are not chosen yet stay empty on the way to a text and back', () => {
  const parts = { year: '2010', month: '', day: '07' }
  expect(birthParts(birthText(parts))).toEqual(parts)
  expect(birthParts('')).toEqual({ year: '', month: '', day: '' })
})

test('a day that the chosen month does not have is taken out', () => {
  expect(birthText({ year: '2010', month: '02', day: '30' })).toBe('2010-02-')
  expect(birthText({ year: '2012', month: '02', day: '29' })).toBe('2012-02-29')
  expect(birthText({ year: '2010', month: '02', day: '29' })).toBe('2010-02-')
})

test('only a complete day of the calendar is a birth date', () => {
  expect(birthDateOf('2010-05-05')).toBe('2010-05-05')
  expect(birthDateOf('2010-05-')).toBeUndefined()
})

test.each([
  ['', '', 31],
  ['', '02', 29],
  ['2010', '02', 28],
  ['2012', '02', 29],
  ['2010', '04', 30],
  ['', '12', 31],
])('year %s, month %s has %i days', (year, month, days) => {
  expect(daysIn(year, month)).toBe(days)
})

test('the years begin with this one and go back beyond the rule', () => {
  const young = birthYears('Adolescent', '2026-11-20' as LocalDate)
  expect([young[0], young.at(-1)]).toEqual(['2026', '1990'])
  expect(birthYears('Parent', '2026-11-20' as LocalDate).at(-1)).toBe('1920')
})
