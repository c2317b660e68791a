import { expect, test } from 'vitest'
import type { LocalDate } from '#contract/local-date.ts'
import {
  birthDateOf,
  birthParts,
  birthText,
  birthYears,
  daysIn,
} from '#src/features/account/register/personal-form.ts'

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

test.each([
  ['Adolescent', '2012', '1997'],
  ['Parent', '2008', '1925'],
  ['ServiceProvider', '2008', '1925'],
] as const)('the years for a %s run from %s back to %s', (type, latest, earliest) => {
  const years = birthYears(type, '2026-11-20' as LocalDate)
  expect([years[0], years.at(-1)]).toEqual([latest, earliest])
})

test('the years never reach those who are too young for the spec’s last year', () => {
  expect(birthYears('Adolescent', '2024-01-01' as LocalDate)[0]).toBe('2011')
})
