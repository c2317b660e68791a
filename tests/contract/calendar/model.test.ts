import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { calendarApi } from '#contract/calendar/api.ts'
import {
  dayHoursOf,
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

describe('the hours of each day', () => {
  const read = (dayHours: unknown) => v.safeParse(workingScheduleSchema, { ...schedule, dayHours })
  const span = (start: string, end: string) => ({ start, end })

  test('are in order, with their breaks, and leave other days free', () => {
    const { output } = read([
      { day: 4, spans: [span('13:00', '17:00'), span('09:00', '12:30')] },
      { day: 0, spans: [span('10:00', '11:00'), span('11:00', '12:00')] },
    ])
    expect(output).toMatchObject({
      dayHours: [
        { day: 0, spans: [span('10:00', '11:00'), span('11:00', '12:00')] },
        { day: 4, spans: [span('09:00', '12:30'), span('13:00', '17:00')] },
      ],
    })
    expect(read([]).success).toBe(true)
  })

  test('are the usual ones on each working day where nobody says otherwise', () => {
    const usual = { workingHours: span('09:00', '17:00'), workingDays: [1, 5] }
    expect(dayHoursOf(usual)).toEqual([
      { day: 1, spans: [span('09:00', '17:00')] },
      { day: 5, spans: [span('09:00', '17:00')] },
    ])
    const own = [{ day: 2, spans: [span('10:00', '11:00')] }]
    expect(dayHoursOf({ ...usual, dayHours: own })).toEqual(own)
  })

  test.each([
    ['that overlap', [{ day: 1, spans: [span('09:00', '12:00'), span('11:59', '13:00')] }]],
    ['of a day with none', [{ day: 1, spans: [] }]],
    ['that end before they start', [{ day: 1, spans: [span('12:00', '09:00')] }]],
    ['of an eighth day', [{ day: 7, spans: [span('09:00', '12:00')] }]],
    [
      'of one day twice',
      [
        { day: 1, spans: [span('09:00', '10:00')] },
        { day: 1, spans: [span('11:00', '12:00')] },
      ],
    ],
    [
      'in too many pieces',
      [
        {
          day: 1,
          spans: ['00', '01', '02', '03', '04', '05', '06'].map((hour) =>
            span(`${hour}:00`, `${hour}:30`),
          ),
        },
      ],
    ],
  ])('are refused %s', (_, dayHours) => {
    expect(read(dayHours).success).toBe(false)
  })

  test.each([
    { bufferMinutes: -1 },
    { bufferMinutes: 121 },
    { noticeHours: 0.5 },
    { noticeHours: 337 },
  ])('come with no buffer or notice like %j', (given) => {
    expect(v.is(workingScheduleSchema, { ...schedule, ...given })).toBe(false)
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
