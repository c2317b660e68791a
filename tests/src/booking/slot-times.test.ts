import { describe, expect, test } from 'vitest'
import type { Slot } from '#contract/booking/model.ts'
import { slotDays, timeThere, weekAt } from '#src/features/booking/week-slots.tsx'

function slot(start: string, available = true): Slot {
  return { start, end: new Date(Date.parse(start) + 3_600_000).toISOString(), available }
}

describe('slots by day', () => {
  test('are on the day of the viewer’s clock, taken ones left out', () => {
    const late = slot('2026-11-23T22:30:00.000Z')
    const early = slot('2026-11-23T06:00:00.000Z')
    const taken = slot('2026-11-23T07:00:00.000Z', false)
    expect(slotDays([early, taken, late], 'Africa/Cairo')).toEqual([
      { day: '2026-11-23', slots: [early] },
      { day: '2026-11-24', slots: [late] },
    ])
    expect(slotDays([early, taken, late], 'America/New_York')).toEqual([
      { day: '2026-11-23', slots: [early, late] },
    ])
    expect(slotDays([taken], 'UTC')).toEqual([])
  })

  test('both hours of the night when clocks go back are on offer', () => {
    const twice = [slot('2026-11-01T05:30:00.000Z'), slot('2026-11-01T06:30:00.000Z')]
    expect(slotDays(twice, 'America/New_York')[0]?.slots).toHaveLength(2)
  })
})

describe('the provider’s time', () => {
  const at = '2026-11-23T07:00:00.000Z'

  test('is not repeated where both clocks show the same', () => {
    expect(timeThere(at, { viewer: 'Africa/Cairo', provider: 'Europe/Athens' })).toBeUndefined()
  })

  test('is shown where it differs, with its day where that differs too', () => {
    expect(timeThere(at, { viewer: 'Africa/Cairo', provider: 'Asia/Kolkata' })).toBe('12:30 PM')
    expect(timeThere(at, { viewer: 'Africa/Cairo', provider: 'America/Los_Angeles' })).toBe(
      'Sun 11:00 PM',
    )
  })
})

describe('a week', () => {
  const now = new Date(2026, 10, 21, 15, 30).getTime()

  test('begins at midnight of today, and the next one where it ends', () => {
    const [first, second] = [weekAt(now, 0), weekAt(now, 1)]
    expect(first.startMs).toBe(new Date(2026, 10, 21).getTime())
    expect(first.endMs).toBe(new Date(2026, 10, 28).getTime())
    expect(second.startMs).toBe(first.endMs)
  })
})
