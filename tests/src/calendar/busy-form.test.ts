import { describe, expect, test } from 'vitest'
import { pickerValue, readBusyDraft } from '#src/features/calendar/busy-form.ts'

describe('a busy time in the form (spec 5)', () => {
  test.each([
    ['', ''],
    ['2026-11-23T09:00', ''],
    ['', '2026-11-23T10:00'],
  ])('from %j until %j asks for both', (start, end) => {
    expect(readBusyDraft({ start, end, reason: '' })).toMatchObject({
      problem: 'Please select start and end times',
    })
  })

  test.each(['2026-11-23T09:00', '2026-11-23T08:59'])('until %s is not after its start', (end) => {
    expect(readBusyDraft({ start: '2026-11-23T09:00', end, reason: '' })).toEqual({
      field: 'end',
      problem: 'End time must be after start time',
    })
  })

  test('a reason that is too long is refused in its own field', () => {
    const times = { start: '2026-11-23T09:00', end: '2026-11-23T10:00' }
    expect(readBusyDraft({ ...times, reason: 'x'.repeat(201) })).toMatchObject({ field: 'reason' })
  })

  test('is sent as the moments that this device’s clock means', () => {
    const read = readBusyDraft({
      start: '2026-11-23T09:00',
      end: '2026-11-23T10:00',
      reason: ' dentist ',
    })
    expect(read).toEqual({
      slot: {
        startTime: new Date(2026, 10, 23, 9).toISOString(),
        endTime: new Date(2026, 10, 23, 10).toISOString(),
        reason: 'dentist',
      },
    })
  })

  test('the picker starts at the minute of now', () => {
    expect(pickerValue(new Date(2026, 0, 5, 7, 8, 59).getTime())).toBe('2026-01-05T07:08')
  })
})
