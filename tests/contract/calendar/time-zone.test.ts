import { describe, expect, test } from 'vitest'
import { momentOf, offsetStretches, timeZoneOfCountry } from '#contract/calendar/time-zone.ts'
import { clockAt, isTimeZone } from '#contract/local-date.ts'
import { countries } from '#contract/reference/countries.ts'

const hourMs = 3_600_000

/** Moments at which clocks change, read from the tz database's own source. */
const changes = [
  ['America/New_York', '2026-03-08T07:00:00.000Z', -5, -4],
  ['America/New_York', '2026-11-01T06:00:00.000Z', -4, -5],
  ['Africa/Cairo', '2026-04-23T22:00:00.000Z', 2, 3],
  ['Africa/Cairo', '2026-10-29T21:00:00.000Z', 3, 2],
  ['Asia/Beirut', '2026-03-28T22:00:00.000Z', 2, 3],
  ['Asia/Beirut', '2026-10-24T21:00:00.000Z', 3, 2],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00.000Z', 11, 10.5],
] as const

describe('the stretches of a zone', () => {
  test.each(changes)('%s changes at %s from %d to %d hours', (zone, at, before, after) => {
    const atMs = Date.parse(at)
    const within = { fromMs: atMs - 40 * hourMs - 123, toMs: atMs + 77 * hourMs }
    expect(offsetStretches(zone, within)).toEqual([
      { fromMs: within.fromMs, toMs: atMs, offsetMs: before * hourMs },
      { fromMs: atMs, toMs: within.toMs, offsetMs: after * hourMs },
    ])
  })

  test('a zone without summer time is one stretch of a year', () => {
    const within = {
      fromMs: Date.parse('2026-01-01T00:00:00Z'),
      toMs: Date.parse('2027-01-01T00:00:00Z'),
    }
    expect(offsetStretches('Asia/Kolkata', within)).toEqual([{ ...within, offsetMs: 5.5 * hourMs }])
    expect(offsetStretches('America/New_York', within)).toHaveLength(3)
  })
})

describe('the moment that a clock shows', () => {
  test.each([
    ['UTC', '2026-07-01T09:00', '2026-07-01T09:00'],
    ['Africa/Cairo', '2026-07-01T09:00', '2026-07-01T06:00'],
    ['Asia/Kolkata', '2026-07-01T00:10', '2026-06-30T18:40'],
    ['America/New_York', '2026-01-05T09:00', '2026-01-05T14:00'],
    ['America/New_York', '2026-03-08T09:00', '2026-03-08T13:00'],
    // It shows half past one twice that night; the first one counts.
    ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30'],
  ])('in %s at %s is %s UTC', (timeZone, shown, utc) => {
    const clockMs = Date.parse(`${shown}Z`)
    const momentMs = momentOf(timeZone, clockMs)
    expect(new Date(momentMs).toISOString().slice(0, 16)).toBe(utc)
    expect(clockAt(timeZone, momentMs)).toBe(clockMs)
  })

  test('of a time that it skips is as long after the skip', () => {
    const momentMs = momentOf('America/New_York', Date.parse('2026-03-08T02:30Z'))
    expect(new Date(momentMs).toISOString().slice(0, 16)).toBe('2026-03-08T07:30')
  })
})

describe('the name of a zone', () => {
  test.each(['Africa/Cairo', 'America/Argentina/Buenos_Aires', 'UTC', 'Etc/GMT+5'])(
    '%s',
    (name) => {
      expect(isTimeZone(name)).toBe(true)
    },
  )

  test.each([
    '',
    'Cairo',
    'Mars/Olympus',
    '+02:00',
    'Africa/Cairo ',
    'Africa/../Cairo',
    '__proto__',
  ])('%j is none', (name) => {
    expect(isTimeZone(name)).toBe(false)
  })

  test('is known for every country', () => {
    for (const { name } of countries)
      expect([name, isTimeZone(timeZoneOfCountry(name))]).toEqual([name, true])
    expect(timeZoneOfCountry('Atlantis')).toBe('UTC')
  })
})
