import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  ageOn,
  daysBetween,
  isLocalDate,
  localDateSchema,
  localTimeAt,
  utcDate,
} from '#contract/local-date.ts'
import { day } from '#tests/support/day.ts'

const dayMs = 86_400_000
const someDay = fc.date({
  min: new Date('1000-01-01T00:00:00Z'),
  max: new Date('2999-12-31T00:00:00Z'),
  noInvalidDate: true,
})
/** Clocks are asked about living people's days. */
const someInstant = fc.date({
  min: new Date('1925-01-01T00:00:00Z'),
  max: new Date('2150-12-31T00:00:00Z'),
  noInvalidDate: true,
})
const localDate = someDay.map((date) => utcDate(date.getTime()))

describe('a day of the calendar', () => {
  test.each(['2026-11-21', '2024-02-29', '2000-02-29', '1997-01-01', '2026-12-31'])(
    '%s exists',
    (text) => {
      expect(isLocalDate(text)).toBe(true)
      expect(v.parse(localDateSchema, text)).toBe(text)
    },
  )

  test.each([
    ['30 February', '2026-02-30'],
    ['29 February of a common year', '2026-02-29'],
    ['29 February of 1900, which was no leap year', '1900-02-29'],
    ['31 April', '2026-04-31'],
    ['a thirteenth month', '2026-13-01'],
    ['month zero', '2026-00-10'],
    ['day zero', '2026-01-00'],
    ['single digits', '2026-1-1'],
    ['a time behind it', '2026-01-01T00:00:00Z'],
    ['a line break behind it', '2026-01-01\n'],
    ['a space before it', ' 2026-01-01'],
    ['slashes', '2026/01/01'],
    ['a short year', '26-01-01'],
    ['a long year', '12026-01-01'],
    ['Arabic digits', '٢٠٢٦-٠١-٠١'],
    ['no text', ''],
  ])('%s is no day', (_, text) => {
    expect(isLocalDate(text)).toBe(false)
    expect(v.is(localDateSchema, text)).toBe(false)
  })

  test.each([20_260_101, null, undefined, new Date(), ['2026-01-01'], {}])(
    'the value %j is no day',
    (value) => {
      expect(v.is(localDateSchema, value)).toBe(false)
    },
  )

  test('every text of three numbers is judged as the calendar judges it', () => {
    const numbers = fc.tuple(fc.integer({ min: 1, max: 9999 }), fc.nat(14), fc.nat(33))
    fc.assert(
      fc.property(numbers, ([year, month, date]) => {
        const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
        const lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        const text = `${pad(year, 4)}-${pad(month, 2)}-${pad(date, 2)}`
        expect(isLocalDate(text)).toBe(date >= 1 && date <= (lengths[month - 1] ?? 0))
      }),
    )
  })
})

describe('counting days', () => {
  test.each([
    ['2026-02-28', 1, '2026-03-01'],
    ['2024-02-28', 1, '2024-02-29'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2026-01-01', -1, '2025-12-31'],
    ['2026-03-28', 2, '2026-03-30'],
    ['2026-11-21', 0, '2026-11-21'],
  ])('%s and %i days are %s', (from, days, to) => {
    expect(addDays(day(from), days)).toBe(to)
    expect(daysBetween(day(from), day(to))).toBe(days)
  })

  test('going there and back ends where it began, and the days between are the days gone', () => {
    fc.assert(
      fc.property(localDate, fc.integer({ min: -200_000, max: 200_000 }), (from, days) => {
        const to = addDays(from, days)
        expect(isLocalDate(to)).toBe(true)
        expect(addDays(to, -days)).toBe(from)
        expect(daysBetween(from, to)).toBe(days)
        expect(daysBetween(to, from)).toBe(0 - days)
      }),
    )
  })

  test('the order of the texts is the order of the days', () => {
    fc.assert(
      fc.property(localDate, localDate, (one, other) => {
        expect(Math.sign(daysBetween(one, other))).toBe(one < other ? 1 : one > other ? -1 : 0)
      }),
    )
  })
})

describe('the clock of a zone', () => {
  test.each([
    ['UTC at midnight is hour 0, not 24', '2026-11-21T00:00:00Z', 'UTC', '2026-11-21', 0],
    ['Cairo in winter', '2026-01-10T21:59:59Z', 'Africa/Cairo', '2026-01-10', 23],
    ['Cairo in winter, a second later', '2026-01-10T22:00:00Z', 'Africa/Cairo', '2026-01-11', 0],
    ['Cairo in summer is an hour further', '2026-07-10T21:00:00Z', 'Africa/Cairo', '2026-07-11', 0],
    ['New York before its spring', '2026-03-08T06:59:59Z', 'America/New_York', '2026-03-08', 1],
    ['New York skips 02:00', '2026-03-08T07:00:00Z', 'America/New_York', '2026-03-08', 3],
    ['New York has 01:00 twice', '2026-11-01T05:30:00Z', 'America/New_York', '2026-11-01', 1],
    ['New York, the second time', '2026-11-01T06:30:00Z', 'America/New_York', '2026-11-01', 1],
    ['half an hour off in Kolkata', '2026-05-01T18:30:00Z', 'Asia/Kolkata', '2026-05-02', 0],
    ['14 hours ahead', '2026-05-01T10:00:00Z', 'Pacific/Kiritimati', '2026-05-02', 0],
    ['11 hours behind', '2026-05-01T10:59:59Z', 'Pacific/Pago_Pago', '2026-04-30', 23],
  ])('%s', (_, instant, zone, date, hour) => {
    expect(localTimeAt(Date.parse(instant), zone)).toEqual({ date, hour })
  })

  test('every instant has an hour from 0 to 23 and a day beside the UTC day', () => {
    const zone = fc.constantFrom('UTC', 'Africa/Cairo', 'America/Toronto', 'Asia/Kathmandu')
    fc.assert(
      fc.property(someInstant, zone, (instant, timeZone) => {
        const { date, hour } = localTimeAt(instant.getTime(), timeZone)
        expect(isLocalDate(date)).toBe(true)
        expect(Number.isInteger(hour) && hour >= 0 && hour <= 23).toBe(true)
        expect(Math.abs(daysBetween(utcDate(instant.getTime()), date))).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('a clock in UTC shows what the instant itself says', () => {
    fc.assert(
      fc.property(someInstant, (instant) => {
        const date = utcDate(instant.getTime())
        expect(localTimeAt(instant.getTime(), 'UTC')).toEqual({ date, hour: instant.getUTCHours() })
        expect(Math.floor(instant.getTime() / dayMs) * dayMs).toBe(Date.parse(`${date}T00:00:00Z`))
      }),
    )
  })

  test('a zone that does not exist is refused', () => {
    expect(() => localTimeAt(0, 'Mars/Olympus')).toThrow(RangeError)
  })
})

describe('age', () => {
  test.each([
    ['the day before a birthday', '2008-11-22', '2026-11-21', 17],
    ['the birthday itself', '2008-11-21', '2026-11-21', 18],
    ['the day of birth', '2026-11-21', '2026-11-21', 0],
    ['born on 29 February, on 28 February of a common year', '2008-02-29', '2026-02-28', 17],
    ['born on 29 February, on 1 March of a common year', '2008-02-29', '2026-03-01', 18],
    ['born on 29 February, on 29 February', '2008-02-29', '2028-02-29', 20],
    ['New Year’s Eve', '2000-12-31', '2026-01-01', 25],
  ])('%s', (_, birthDate, today, age) => {
    expect(ageOn(day(birthDate), day(today))).toBe(age)
  })

  test('it grows by one in a year and never falls from one day to the next', () => {
    fc.assert(
      fc.property(localDate, fc.nat(40_000), (birthDate, days) => {
        const today = addDays(birthDate, days)
        const age = ageOn(birthDate, today)
        expect(age).toBeGreaterThanOrEqual(0)
        expect([age, age + 1]).toContain(ageOn(birthDate, addDays(today, 1)))
        expect([age + 1, age]).toContain(ageOn(birthDate, addDays(today, 365)))
        expect(ageOn(birthDate, addDays(today, 366))).toBeGreaterThan(age)
      }),
    )
  })
})

function pad(number: number, length: number): string {
  return String(number).padStart(length, '0')
}
