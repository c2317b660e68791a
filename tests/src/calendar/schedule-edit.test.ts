import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { workingScheduleSchema } from '#contract/calendar/model.ts'
import {
  editable,
  isUsual,
  toSave,
  withBreak,
  withDay,
  withSpans,
  withSpansEverywhere,
  withUsualHours,
} from '#src/features/calendar/day-hours-field.tsx'

const span = (start: string, end: string) => ({ start, end })
const usual = span('09:00', '17:00')
const schedule = editable({ workingHours: usual, workingDays: [1, 3], timeZone: 'UTC' })
const halves = [span('09:00', '12:00'), span('13:00', '17:00')]

describe('the hours of a week that are edited', () => {
  test('begin as an older client has saved them: one span a day', () => {
    expect(schedule.dayHours).toEqual([
      { day: 1, spans: [usual] },
      { day: 3, spans: [usual] },
    ])
  })

  test('follow other usual hours on the days that have them, and no others', () => {
    const special = withSpans(schedule, 3, halves)
    const after = withUsualHours(special, span('10:00', '18:00'))
    expect(after.dayHours).toEqual([
      { day: 1, spans: [span('10:00', '18:00')] },
      { day: 3, spans: halves },
    ])
    expect(after.dayHours.map((one) => isUsual(after, one))).toEqual([true, false])
  })

  test('stay on a day of its own that the usual hours pass on their way', () => {
    const special = editable({
      ...schedule,
      dayHours: withSpans(schedule, 3, [span('10:00', '17:00')]).dayHours,
    })
    const after = ['10:00', '11:00'].reduce(
      (now, start) => withUsualHours(now, span(start, '17:00')),
      special,
    )
    expect(after.dayHours).toEqual([
      { day: 1, spans: [span('11:00', '17:00')] },
      { day: 3, spans: [span('10:00', '17:00')] },
    ])
    const back = withSpans(after, 3, [after.workingHours])
    expect(withUsualHours(back, usual).dayHours).toEqual(schedule.dayHours)
  })

  test('follow on a day that is worked again, whatever it had before', () => {
    const again = withDay(withDay(withSpans(schedule, 3, halves), 3, false), 3, true)
    expect(withUsualHours(again, span('11:00', '17:00')).dayHours[1]).toEqual({
      day: 3,
      spans: [span('11:00', '17:00')],
    })
  })

  test('have the days that are worked, in order', () => {
    const after = withDay(withDay(schedule, 0, true), 3, false)
    expect([after.workingDays, after.dayHours.map(({ day }) => day)]).toEqual([
      [0, 1],
      [0, 1],
    ])
    expect(withSpansEverywhere(after, halves).dayHours.map(({ spans }) => spans)).toEqual([
      halves,
      halves,
    ])
  })
})

describe('hours until midnight', () => {
  test('are saved until the last minute of the day, the usual ones and those of a day', () => {
    const evening = span('18:00', '00:00')
    const edited = withSpans(withUsualHours(schedule, evening), 3, [evening])
    const saved = { workingHours: span('18:00', '23:59') }
    expect(toSave(edited)).toMatchObject(saved)
    expect(toSave(edited).dayHours?.flatMap(({ spans }) => spans.map(({ end }) => end))).toEqual([
      '23:59',
      '23:59',
    ])
    expect(v.is(workingScheduleSchema, toSave(edited))).toBe(true)
  })
})

describe('a break', () => {
  test('is an hour around the middle of the day', () => {
    expect(withBreak([usual])).toEqual([span('09:00', '13:00'), span('14:00', '17:00')])
    expect(withBreak(halves)).toEqual([halves[0], span('13:00', '15:00'), span('16:00', '17:00')])
  })

  test.each([
    [[]],
    [[span('09:00', '09:30')]],
    [[span('', '17:00')]],
    [Array.from({ length: 6 }, (_, hour) => span(`1${hour}:00`, `1${hour}:59`))],
  ])('has no place in %j', (spans) => {
    expect(withBreak(spans)).toBeUndefined()
  })

  test('leaves hours that can be saved, whatever they were', () => {
    const time = fc
      .integer({ min: 0, max: 24 * 60 - 1 })
      .map((minute) =>
        [Math.floor(minute / 60), minute % 60]
          .map((part) => String(part).padStart(2, '0'))
          .join(':'),
      )
    fc.assert(
      fc.property(fc.uniqueArray(time, { minLength: 2, maxLength: 2 }), (times) => {
        const [start = '', end = ''] = times.toSorted()
        const spans = withBreak([span(start, end)])
        fc.pre(spans !== undefined)
        expect(spans).toHaveLength(2)
        expect(v.is(workingScheduleSchema, toSave(withSpans(schedule, 1, spans)))).toBe(true)
      }),
    )
  })
})
