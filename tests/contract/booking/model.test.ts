import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { bookingApi } from '#contract/booking/api.ts'
import { slotWindowSchema, changeableUntilMs } from '#contract/booking/model.ts'

const window = { startDate: '2026-06-14T21:00:00.000Z', endDate: '2026-06-21T21:00:00.000Z' }

describe('the window of slots', () => {
  test('is a week of moments, of a day and zone of its own or of days', () => {
    expect(v.parse(slotWindowSchema, window)).toEqual(window)
    expect(v.parse(slotWindowSchema, { startDate: '2026-06-15', endDate: '2026-06-22' })).toEqual({
      startDate: '2026-06-15T00:00:00.000Z',
      endDate: '2026-06-22T00:00:00.000Z',
    })
    expect(v.parse(slotWindowSchema, { ...window, duration: '50' }).duration).toBe(50)
  })

  test('may be the week in which clocks go back', () => {
    const long = { startDate: '2026-10-26T00:00:00-04:00', endDate: '2026-11-02T00:00:00-05:00' }
    expect(v.is(slotWindowSchema, long)).toBe(true)
  })

  test.each([
    ['more than 7 days', { ...window, endDate: '2026-06-22T21:00:00Z' }],
    ['an end before its start', { startDate: window.endDate, endDate: window.startDate }],
    ['no length', { startDate: window.startDate, endDate: window.startDate }],
    ['no end', { startDate: window.startDate }],
    ['a clock without a zone', { ...window, startDate: '2026-06-15T00:00:00' }],
    ['a day that does not exist', { startDate: '2026-02-30', endDate: '2026-03-02' }],
    ['words', { startDate: 'today', endDate: 'tomorrow' }],
    ['a duration of its own kind', { ...window, duration: '-5' }],
    ['a field nobody knows', { ...window, userId: '1' }],
  ])('is refused with %s', (_, given) => {
    expect(v.is(slotWindowSchema, given)).toBe(false)
  })
})

test('nobody books for somebody else', () => {
  const { schema } = bookingApi.book.body
  const body = {
    serviceProviderId: '0190a0a0-0000-7000-8000-000000000001',
    startTime: '2026-06-16T09:00:00Z',
    endTime: '2026-06-16T10:00:00Z',
  }
  expect(v.is(schema, body)).toBe(true)
  expect(v.is(schema, { ...body, userId: body.serviceProviderId })).toBe(false)
})

test('a client changes a session until 24 hours before it, a provider until it starts', () => {
  const startMs = Date.parse('2026-06-16T09:00:00Z')
  expect(changeableUntilMs('client', startMs)).toBe(Date.parse('2026-06-15T09:00:00Z'))
  expect(changeableUntilMs('client', startMs, 48)).toBe(Date.parse('2026-06-14T09:00:00Z'))
  expect(changeableUntilMs('provider', startMs)).toBe(startMs)
})
