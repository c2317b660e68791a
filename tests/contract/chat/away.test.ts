import { describe, expect, test } from 'vitest'
import { awaySpan, isAway } from '#contract/chat/settings.ts'

const night = { from: '21:00', to: '08:00', timeZone: 'America/New_York' }
const at = (instant: string) => Date.parse(instant)
const spanAt = (instant: string, away = night) => {
  const { fromMs, toMs } = awaySpan(away, at(instant))
  return [new Date(fromMs).toISOString(), new Date(toMs).toISOString()]
}

describe('the span of away hours', () => {
  test('is the one that holds, on both sides of midnight', () => {
    const span = ['2026-06-16T01:00:00.000Z', '2026-06-16T12:00:00.000Z']
    expect(spanAt('2026-06-16T02:00:00Z')).toEqual(span)
    expect(spanAt('2026-06-16T11:59:00Z')).toEqual(span)
    expect(isAway(night, at('2026-06-16T11:59:00Z'))).toBe(true)
  })

  test('is the next one between two, and moves with the clocks of its zone', () => {
    expect(spanAt('2026-06-16T12:00:00Z')[0]).toBe('2026-06-17T01:00:00.000Z')
    expect(spanAt('2026-11-20T15:00:00Z')[0]).toBe('2026-11-21T02:00:00.000Z')
    expect(isAway(night, at('2026-06-16T12:00:00Z'))).toBe(false)
  })

  test('within one day is that day’s, and then the next day’s', () => {
    const lunch = { from: '12:00', to: '13:30', timeZone: 'Africa/Cairo' }
    const span = ['2026-11-20T10:00:00.000Z', '2026-11-20T11:30:00.000Z']
    expect(spanAt('2026-11-20T08:00:00Z', lunch)).toEqual(span)
    expect(spanAt('2026-11-20T11:00:00Z', lunch)).toEqual(span)
    expect(spanAt('2026-11-20T11:30:00Z', lunch)[0]).toBe('2026-11-21T10:00:00.000Z')
  })
})
