import { describe, expect, test } from 'vitest'
import { pickerValue, readBusyDraft } from '#src/features/calendar/busy-manager.tsx'

describe('a busy time in the form (spec 5)', () => {
  test.each([
    ['', ''],
    ['2026-11-23T09:00', ''],
    ['', '2026-11-23T10:00'],
  ])('from %j until %j asks for both', (start, end) => {
    expect(readBusyDraft({ start, end, reason: '' }, 'UTC')).toMatchObject({
      problem: 'Please select start and end times',
    })
  })

  test.each(['2026-11-23T09:00', '2026-11-23T08:59'])('until %s is not after its start', (end) => {
    expect(readBusyDraft({ start: '2026-11-23T09:00', end, reason: '' }, 'UTC')).toEqual({
      field: 'end',
      problem: 'End time must be after start time',
    })
  })

  test('a reason that is too long is refused in its own field', () => {
    const times = { start: '2026-11-23T09:00', end: '2026-11-23T10:00' }
    expect(readBusyDraft({ ...times, reason: 'x'.repeat(201) }, 'UTC')).toMatchObject({
      field: 'reason',
    })
  })

  test.each([
    ['Africa/Cairo', '2026-07-01T06:00:00.000Z', '2026-07-01T07:00:00.000Z'],
    ['America/New_York', '2026-07-01T13:00:00.000Z', '2026-07-01T14:00:00.000Z'],
  ])('is sent as the moments that the clock in %s means', (timeZone, startTime, endTime) => {
    const draft = { start: '2026-07-01T09:00', end: '2026-07-01T10:00', reason: ' dentist ' }
    expect(readBusyDraft(draft, timeZone)).toEqual({
      slot: { startTime, endTime, reason: 'dentist' },
    })
  })

  test('the picker starts at the minute of now, by the same clock', () => {
    const nowMs = Date.parse('2026-01-05T07:08:59Z')
    expect(pickerValue(nowMs, 'Africa/Cairo')).toBe('2026-01-05T09:08')
    expect(pickerValue(nowMs, 'America/New_York')).toBe('2026-01-05T02:08')
  })
})
