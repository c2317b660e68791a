import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { latestDaysMax, trackersApi } from '#contract/trackers/api.ts'

describe('the newest days of a tracker', () => {
  const { query, params } = trackersApi.latestTrackerEntries

  test.each([
    [{}, 90],
    [{ days: '1' }, 1],
    [{ days: '366' }, 366],
    [{ days: '007' }, 7],
  ])('%j asks for %i days', (given, days) => {
    expect(v.parse(query, given)).toEqual({ days })
  })

  test.each(['0', '367', '-1', '1.5', '1e2', '0x10', '', ' 7', '7 ', 'all', '9'.repeat(400)])(
    '%j is no number of days',
    (days) => {
      expect(v.is(query, { days })).toBe(false)
    },
  )

  test('the day before which they lie is optional and must exist', () => {
    expect(v.parse(query, { before: '2028-02-29' })).toEqual({ days: 90, before: '2028-02-29' })
    expect(v.is(query, { before: '2026-02-29' })).toBe(false)
    expect(v.is(query, { after: '2026-01-01' })).toBe(false)
  })

  test('a year with its leap day is the most', () => {
    expect(latestDaysMax).toBe(366)
  })

  test('only a tracker has days', () => {
    expect(v.is(params, { type: 'Sleep' })).toBe(true)
    expect(v.is(params, { type: 'sleep' })).toBe(false)
    expect(v.is(params, {})).toBe(false)
  })
})

describe('which trackers are answered', () => {
  const { query, reply } = trackersApi.checkTrackers

  test('the day is optional and must exist', () => {
    expect(v.is(query, {})).toBe(true)
    expect(v.is(query, { date: '2026-02-28' })).toBe(true)
    expect(v.is(query, { date: '2026-02-30' })).toBe(false)
    expect(v.is(query, { day: '2026-02-28' })).toBe(false)
  })

  test('the answer names all four trackers', () => {
    const all = { Mood: true, Fitness: false, Sleep: false, Diet: true }
    expect(v.parse(reply.schema, all)).toEqual(all)
    expect(v.is(reply.schema, { Mood: true, Fitness: false, Sleep: false })).toBe(false)
    expect(v.is(reply.schema, { ...all, Mood: 'yes' })).toBe(false)
  })
})
