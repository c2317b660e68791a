import { afterEach, describe, expect, test } from 'vitest'
import { changeSpeech, currentSpeech } from '#src/i18n/chosen.ts'
import {
  formatClock,
  formatDate,
  formatDateSpan,
  formatDay,
  formatDays,
  formatHour,
  formatListTime,
  formatMoment,
  formatRelativeDay,
  formatShortDay,
  formatSpan,
  formatWeekdayClock,
  formatWeekdayDate,
  formatWeekdayMoment,
  isSameZone,
  monthName,
  timeZones,
  weekdayName,
  zoneLabel,
} from '#src/lib/dates.ts'

const nowMs = new Date(2026, 10, 21, 12).getTime()

describe('by this device’s clock', () => {
  const at = new Date(2026, 2, 5, 15, 20).getTime()

  test('an instant has its date in US long format, and its time where that matters', () => {
    expect(formatDate(at)).toBe('March 5, 2026')
    expect(formatDate(new Date(at).toISOString())).toBe('March 5, 2026')
    expect(formatMoment(at)).toBe('March 5, 2026 at 3:20 PM')
    expect(formatClock(at)).toBe('3:20 PM')
  })

  test('no instant has no date', () => {
    expect(formatDate('')).toBe('')
  })

  test('an hour of each day reads as every other time', () => {
    expect([formatHour('20:00'), formatHour('00:30')]).toEqual(['8:00 PM', '12:30 AM'])
  })

  test('a week is named by its first and last day', () => {
    const span = { start: nowMs, end: new Date(2026, 10, 27).getTime() }
    expect(formatDateSpan(span).replaceAll(/\s/g, ' ')).toBe('November 21 – 27, 2026')
  })
})

describe('on a phone that travels', () => {
  const { TZ: zone } = process.env
  afterEach(() => {
    if (zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = zone
  })

  test('a date and a time are those of the clock that it has now', () => {
    const instants = ['2026-01-15T23:30:00Z', '2026-07-15T23:30:00Z', '1950-07-15T23:30:00Z']
    for (const timeZone of ['Europe/Berlin', 'Africa/Lagos', 'Asia/Kathmandu', 'Pacific/Apia']) {
      process.env['TZ'] = timeZone
      for (const instant of instants) {
        expect([timeZone, formatMoment(instant), formatClock(instant)]).toEqual([
          timeZone,
          formatMoment(instant, timeZone),
          formatClock(instant, timeZone),
        ])
      }
    }
  })
})

describe('near days', () => {
  test('have names, others are in US long format', () => {
    expect(formatRelativeDay(new Date(2026, 10, 21, 0, 1).getTime(), nowMs)).toBe('Today')
    expect(formatRelativeDay(new Date(2026, 10, 20, 23, 59).getTime(), nowMs)).toBe('Yesterday')
    expect(formatRelativeDay(new Date(2026, 10, 19).getTime(), nowMs)).toBe('November 19, 2026')
  })

  test('a list says the time of today and the day of everything else', () => {
    expect(formatListTime(new Date(2026, 10, 21, 9, 5).getTime(), nowMs)).toBe('9:05 AM')
    expect(formatListTime(new Date(2026, 10, 20, 9, 5).getTime(), nowMs)).toBe('Yesterday')
    expect(formatListTime(new Date(2026, 2, 5).getTime(), nowMs)).toBe('Mar 5')
    expect(formatListTime(new Date(2025, 2, 5).getTime(), nowMs)).toBe('Mar 5, 2025')
  })
})

describe('a day without a zone', () => {
  test('is in US long format, whatever the zone of the device', () => {
    expect(formatDay('2026-03-05')).toBe('March 5, 2026')
    expect(formatDay('2026-11-02T09:00:00.000Z')).toBe('November 2, 2026')
  })

  test('keeps its date whatever the time zone of the device', () => {
    expect(formatShortDay('2026-01-01')).toBe('Jan 1')
    expect(formatDay('2026-12-31')).toBe('December 31, 2026')
  })
})

describe('by the clock of a zone', () => {
  const session = { start: '2026-11-23T09:00:00.000Z', end: '2026-11-23T10:00:00.000Z' }

  test('a session has its weekday', () => {
    expect(formatSpan(session, 'UTC').replaceAll('\u2009', ' ')).toBe(
      'Monday, November 23, 2026, 9:00 – 10:00 AM',
    )
    expect(formatWeekdayMoment(session.start, 'UTC')).toBe('Monday, November 23, 2026 at 9:00 AM')
    expect(formatWeekdayDate(session.start, 'UTC')).toBe('Monday, November 23, 2026')
    expect(formatWeekdayClock(session.start, 'UTC')).toBe('Mon 9:00 AM')
  })

  test('the zone decides the time and the day', () => {
    expect(formatClock(session.start, 'America/New_York')).toBe('4:00 AM')
    expect(formatMoment(session.start, 'Pacific/Kiritimati')).toBe('November 23, 2026 at 11:00 PM')
    expect(formatWeekdayClock(session.start, 'Pacific/Pago_Pago')).toBe('Sun 10:00 PM')
  })
})

describe('the calendar’s names', () => {
  test('of weekdays and months', () => {
    expect([0, 6].map(weekdayName)).toEqual(['Sunday', 'Saturday'])
    expect([1, 12].map(monthName)).toEqual(['Jan', 'Dec'])
  })

  test('has two names in one place at most, and is chosen by the one it was saved by', () => {
    expect(isSameZone('Asia/Kolkata', 'Asia/Calcutta')).toBe(true)
    expect(isSameZone('Asia/Kolkata', 'Asia/Colombo')).toBe(false)
    expect(isSameZone('Etc/Nowhere', 'UTC')).toBe(false)
    for (const [saved, other] of [
      ['Asia/Kolkata', 'Asia/Calcutta'],
      ['Asia/Calcutta', 'Asia/Kolkata'],
    ] as const) {
      expect(timeZones(saved)).toContain(saved)
      expect(timeZones(saved)).not.toContain(other)
    }
  })

  test('of time zones: the saved one is always on offer', () => {
    const zones = timeZones('Etc/Nowhere')
    expect(zones).toEqual(expect.arrayContaining(['America/New_York', 'Etc/Nowhere', 'UTC']))
    expect(zones).toEqual(zones.toSorted())
    expect(zoneLabel('America/New_York')).toBe('America/New York')
  })
})

describe('in French', () => {
  const before = currentSpeech()
  afterEach(() => changeSpeech(before))

  test('the first of a month is « 1er », alone and at both ends, and no hour is', () => {
    changeSpeech({ language: 'fr' })
    expect(formatDay('2026-11-01')).toBe('1er novembre 2026')
    expect(formatShortDay('2026-05-01')).toBe('1er mai')
    expect(formatDay('2026-11-11')).toBe('11 novembre 2026')
    expect(formatDays('2026-11-01', '2026-11-07')).toMatch(/^1er\s?–\s?7 novembre 2026$/)
    expect(formatDays('2026-10-26', '2026-11-01')).toMatch(/^26 octobre\s?–\s?1er novembre 2026$/)
    changeSpeech({ language: 'fr', country: 'CA' })
    const span = { start: '2026-11-02T01:05:00Z', end: '2026-11-02T02:05:00Z' }
    expect(formatSpan(span, 'UTC')).not.toContain('1er')
  })
})
