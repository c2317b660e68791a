import { describe, expect, test } from 'vitest'
import type { LocalDate } from '#contract/local-date.ts'
import { trackerTypes } from '#contract/trackers/catalog.ts'
import type { DayEntry } from '#src/features/trackers/entries-resource.ts'
import { chartLevels, chartPoints } from '#src/features/trackers/tracker-charts.tsx'

const today = '2026-03-02' as LocalDate

function entry(change: Partial<DayEntry> = {}): DayEntry {
  return { trackerType: 'Mood', day: today, answer: 'happy', score: 4, state: 'sent', ...change }
}

describe('the points of a trend', () => {
  test('every day of the range is there, across the end of a month, and gaps are gaps', () => {
    const entries = [entry(), entry({ day: '2026-02-28' as LocalDate, score: 1 })]
    expect(chartPoints(entries, { type: 'Mood', today, days: 4 })).toEqual([
      { day: '2026-02-27', value: null },
      { day: '2026-02-28', value: 1 },
      { day: '2026-03-01', value: null },
      { day: '2026-03-02', value: 4 },
    ])
  })

  test('answers of another tracker and refused ones are no points', () => {
    const entries = [entry({ trackerType: 'Diet' }), entry({ state: 'refused' })]
    expect(chartPoints(entries, { type: 'Mood', today, days: 1 })).toEqual([
      { day: today, value: null },
    ])
  })

  test('an answer that waits to be sent is drawn', () => {
    const points = chartPoints([entry({ state: 'waiting' })], { type: 'Mood', today, days: 1 })
    expect(points[0]?.value).toBe(4)
  })
})

test.each(trackerTypes)('the four levels of %s each have a face and words', (type) => {
  const levels = chartLevels(type)
  expect(levels.map((level) => level.value)).toEqual([1, 2, 3, 4])
  expect(new Set(levels.map((level) => level.label)).size).toBe(4)
  for (const level of levels) expect(level.emoji).not.toBe('')
})
