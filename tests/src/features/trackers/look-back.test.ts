import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type LocalDate } from '#contract/local-date.ts'
import { trackerCatalog, trackerTypes, type TrackerType } from '#contract/trackers/catalog.ts'
import type { TrackerScore } from '#contract/trackers/model.ts'
import type { DayEntry } from '#src/features/trackers/entries-resource.ts'
import { lookBack, weekBefore } from '#src/features/trackers/look-back-card.tsx'

const from = '2026-11-16' as LocalDate

function entry(trackerType: TrackerType, daysIn: number, score: TrackerScore): DayEntry {
  const answer = trackerCatalog[trackerType].answers[4 - score] ?? ''
  return { trackerType, day: addDays(from, daysIn), answer, score, state: 'sent' }
}

describe('the week before', () => {
  test.each([
    { today: '2026-11-23', first: 1, before: '2026-11-16' },
    { today: '2026-11-29', first: 1, before: '2026-11-16' },
    { today: '2026-11-22', first: 1, before: '2026-11-09' },
    { today: '2026-11-22', first: 0, before: '2026-11-15' },
    { today: '2026-11-21', first: 6, before: '2026-11-14' },
    { today: '2027-01-02', first: 1, before: '2026-12-21' },
  ])('of $today begins on $before where weeks begin with $first', ({ today, first, before }) => {
    expect(weekBefore(today as LocalDate, first)).toBe(before)
  })
})

describe('a look back', () => {
  test('counts days, tells the usual mood, the one brightest day, and what went well', () => {
    const entries = [
      ...[0, 1, 2, 3].map((day) => entry('Mood', day, 3)),
      entry('Mood', 4, 4),
      entry('Fitness', 4, 4),
      entry('Fitness', 5, 2),
      ...[0, 1, 2].map((day) => entry('Sleep', day, 4)),
    ]
    expect(lookBack(from, entries, ['2026-11-18', '2026-11-24'])).toMatchObject({
      days: 6,
      mood: { score: 3 },
      brightest: '2026-11-20',
      quests: 1,
      keep: 'Sleep',
    })
  })

  test('is none of fewer than three days, of the weeks beside it, and of what was refused', () => {
    const outside = [-1, 7, 8].map((day) => entry('Mood', day, 4))
    expect(lookBack(from, outside, [])).toBeNull()
    const refused = [0, 1, 2].map((day) => ({
      ...entry('Mood', day, 4),
      state: 'refused' as const,
    }))
    expect(lookBack(from, refused, [])).toBeNull()
  })

  test('names no brightest day where two were alike, and none of a heavy week', () => {
    const alike = [0, 1, 2].flatMap((day) => [entry('Mood', day, 4), entry('Sleep', day, 4)])
    expect(lookBack(from, alike, [])?.brightest).toBeUndefined()
    const heavy = [0, 1, 2].flatMap((day) => [entry('Mood', day, 1), entry('Sleep', day, 2)])
    const least = [...heavy, entry('Fitness', 2, 2)]
    expect(lookBack(from, least, [])).toMatchObject({ mood: { score: 1 }, keep: 'visit' })
    expect(lookBack(from, least, [])?.brightest).toBeUndefined()
  })

  test('keeps nobody to how they eat, whatever the week had', () => {
    const answers = fc.array(
      fc
        .tuple(
          fc.constantFrom(...trackerTypes),
          fc.integer({ min: 0, max: 6 }),
          fc.constantFrom<TrackerScore>(1, 2, 3, 4),
        )
        .map((parts) => entry(...parts)),
    )
    fc.assert(
      fc.property(answers, (entries) => {
        const week = lookBack(from, entries, [])
        expect(['Sleep', 'Fitness', 'visit', undefined]).toContain(week?.keep)
        expect(week?.days ?? 3).toBeGreaterThanOrEqual(3)
      }),
    )
  })
})
