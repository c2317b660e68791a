import { expect, test } from 'vitest'
import { trendOf } from '#src/features/quests/pages/quest-page.tsx'
import type { Played } from '#src/features/quests/played.ts'
import { minutesFor } from '#src/features/quests/quest-labels.tsx'
import { questOf } from '#tests/support/quests.ts'

const phq9 = await questOf('phq9')

function played(takenOn: string, total: number, given: Partial<Played> = {}): Played {
  const result = { questId: 1, type: 'phq9', version: 1, band: 'mild', tone: 'steady' } as const
  const about = { questId: 1, version: 1, takenOn, state: 'sent', sharedWith: [] } as const
  return {
    id: takenOn,
    ...about,
    result: { ...result, scores: { total }, destination: null, risks: [] },
    playPoints: 100,
    points: 100,
    ...given,
  }
}

test('a trend needs two days and stands on the scale of its score', () => {
  expect(trendOf(phq9, [played('2026-11-01', 4)])).toBeUndefined()
  const trend = trendOf(phq9, [played('2026-11-15', 9), played('2026-11-01', 4)])
  expect(trend?.points).toEqual([
    { day: '2026-11-01', value: 4 },
    { day: '2026-11-15', value: 9 },
  ])
  expect(trend?.levels.map(({ value }) => value)).toEqual([0, 13.5, 27])
})

test('of a day the last time counts, and another version is not compared', () => {
  const history = [
    played('2026-11-15', 9),
    played('2026-11-15', 3),
    played('2026-11-08', 7, { version: 2 }),
    played('2026-11-01', 4),
  ]
  expect(trendOf(phq9, history)?.points.map(({ value }) => value)).toEqual([4, 9])
})

test('a quest whose number could harm has no trend', async () => {
  const edeq = await questOf('edeq')
  expect(trendOf(edeq, [played('2026-11-15', 9), played('2026-11-01', 4)])).toBeUndefined()
})

test('a quest’s minutes grow with its questions', () => {
  expect([6, 10, 43].map(minutesFor)).toEqual([1, 2, 7])
})
