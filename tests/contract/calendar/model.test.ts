import { describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { calendarApi } from '#contract/calendar/api.ts'
import {
  defaultWorkingDays,
  defaultWorkingHours,
  newBusySlotSchema,
  workingScheduleSchema,
} from '#contract/calendar/model.ts'

const schedule = {
  workingHours: { ...defaultWorkingHours },
  workingDays: [...defaultWorkingDays],
  timeZone: 'Africa/Cairo',
}
const busy = {
  startTime: '2026-06-16T10:00:00+03:00',
  endTime: '2026-06-16T08:00:00Z',
  reason: ' Dentist ',
}

describe('a working schedule', () => {
  test('starts as the spec says: nine to five, Monday to Friday', () => {
    expect(schedule.workingHours).toEqual({ start: '09:00', end: '17:00' })
    expect(schedule.workingDays).toEqual([1, 2, 3, 4, 5])
    expect(v.is(workingScheduleSchema, schedule)).toBe(true)
  })

  test('holds each day once, in order, and may have none', () => {
    expect(
      v.parse(workingScheduleSchema, { ...schedule, workingDays: [5, 0, 5, 1] }).workingDays,
    ).toEqual([0, 1, 5])
    expect(v.is(workingScheduleSchema, { ...schedule, workingDays: [] })).toBe(true)
  })

  test.each([
    ['an end before its start', { ...schedule, workingHours: { start: '17:00', end: '09:00' } }],
    ['no length', { ...schedule, workingHours: { start: '09:00', end: '09:00' } }],
    [
      'an hour that no clock shows',
      { ...schedule, workingHours: { start: '09:00', end: '24:00' } },
    ],
    ['an eighth day', { ...schedule, workingDays: [7] }],
    ['half a day', { ...schedule, workingDays: [1.5] }],
    ['no zone', { workingHours: schedule.workingHours, workingDays: schedule.workingDays }],
    ['a zone of its own', { ...schedule, timeZone: 'Mars/Olympus' }],
    ["somebody's id", { ...schedule, userId: '1' }],
  ])('is refused with %s', (_, given) => {
    expect(v.is(workingScheduleSchema, given)).toBe(false)
  })
})

describe('a busy slot', () => {
  const texts = (given: unknown) =>
    v.safeParse(newBusySlotSchema, given).issues?.map(({ message }) => message)

  test('is read as moments of UTC', () => {
    expect(v.parse(newBusySlotSchema, busy)).toEqual({
      startTime: '2026-06-16T07:00:00.000Z',
      endTime: '2026-06-16T08:00:00.000Z',
      reason: 'Dentist',
    })
  })

  test.each([{ ...busy, startTime: '' }, { ...busy, endTime: '' }, { startTime: busy.startTime }])(
    'without both its times says so: %j',
    (given) => {
      expect(texts(given)).toContain('Please select start and end times')
    },
  )

  test.each(['2026-06-16T07:00:00Z', '2026-06-16T06:59:59Z'])(
    'that ends at %s says so',
    (endTime) => {
      expect(texts({ ...busy, endTime })).toEqual(['End time must be after start time'])
    },
  )

  test.each([
    ['a time of no zone', { ...busy, startTime: '2026-06-16T10:00' }],
    ['a day that does not exist', { ...busy, startTime: '2026-02-30T10:00:00Z' }],
    ['an endless reason', { ...busy, reason: 'x'.repeat(201) }],
    ["somebody's id", { ...busy, userId: '1' }],
  ])('is refused with %s', (_, given) => {
    expect(texts(given)).toBeDefined()
  })
})

test('what Google sends back is bounded', () => {
  const { schema } = calendarApi.googleFinish.body
  expect(v.is(schema, { code: 'c', state: 's' })).toBe(true)
  expect(v.is(schema, { code: '', state: 's' })).toBe(false)
  expect(v.is(schema, { code: 'c'.repeat(2_001), state: 's' })).toBe(false)
})
