import { describe, expect, test } from 'vitest'
import { enabledQuests } from '#contract/quests/shelf.ts'
import { type TrackerType, trackerTypes } from '#contract/trackers/catalog.ts'
import {
  type TrackerScore,
  promptDelayMs,
  promptsAt,
  promptUndoMs,
  questSuggestion,
} from '#contract/trackers/model.ts'

const nothing: ReadonlySet<TrackerType> = new Set()
const hours = Array.from({ length: 24 }, (_, hour) => hour)

describe('prompts', () => {
  test('they come after 3 seconds and can be taken back for 6', () => {
    expect([promptDelayMs, promptUndoMs]).toEqual([3_000, 6_000])
  })

  test.each([
    ['Mood', [14, 15, 16, 17, 18, 19, 20, 21, 22]],
    ['Sleep', [6, 7, 8, 9, 10, 11, 12, 13]],
    ['Fitness', [0, 1, 2, 3, 20, 21, 22, 23]],
    ['Diet', hours],
  ] as const)('%s is asked in the hours of the spec and in no other', (type, asked) => {
    expect(hours.filter((hour) => promptsAt(hour, nothing).includes(type))).toEqual(asked)
  })

  test.each([
    [2, ['Fitness', 'Diet']],
    [5, ['Diet']],
    [9, ['Sleep', 'Diet']],
    [13, ['Sleep', 'Diet']],
    [14, ['Mood', 'Diet']],
    [20, ['Mood', 'Fitness', 'Diet']],
    [23, ['Fitness', 'Diet']],
  ])('at hour %i they come in the order %j', (hour, order) => {
    expect(promptsAt(hour, nothing)).toEqual(order)
  })

  test('the order is Mood, Sleep, Fitness, Diet at every hour', () => {
    const order = ['Mood', 'Sleep', 'Fitness', 'Diet']
    for (const hour of hours) {
      const positions = promptsAt(hour, nothing).map((type) => order.indexOf(type))
      expect(positions).toEqual(positions.toSorted((a, b) => a - b))
    }
  })

  test('what is answered is not asked again', () => {
    expect(promptsAt(20, new Set(['Mood', 'Diet'] as const))).toEqual(['Fitness'])
    for (const hour of hours) expect(promptsAt(hour, new Set(trackerTypes))).toEqual([])
  })
})

function openUnder(setting: string): ReadonlySet<number> {
  const enabled = enabledQuests(setting)
  return enabled.kind === 'known' ? enabled.ids : new Set()
}

describe('the quest that a low score suggests', () => {
  test.each([
    ['Mood', [3]],
    ['Diet', [22]],
    ['Sleep', [21]],
    ['Fitness', [3, 21, 22]],
  ] as const)('with all quests switched on %s leads to the quests %j', (type, questIds) => {
    const all = openUnder('all')
    const related = { offer: 'related', questIds }
    expect(questSuggestion(type, 1, all)).toEqual({ strength: 'Highly recommend', ...related })
    expect(questSuggestion(type, 2, all)).toEqual({ strength: 'Consider', ...related })
  })

  test.each([
    ['Mood', 'related', [3]],
    ['Diet', 'other', [1]],
    ['Sleep', 'related', [21]],
    ['Fitness', 'related', [3, 21]],
  ] as const)('with those released to all %s leads to %s quests, %j', (type, offer, questIds) => {
    const suggestion = questSuggestion(type, 1, openUnder('default'))
    expect(suggestion).toEqual({ strength: 'Highly recommend', offer, questIds })
  })

  test.each(trackerTypes)('%s never leads to a quest that is switched off', (type) => {
    const settings = ['default', 'none', 'all', '-3', '-21', '-phq9 -3 -21', '22']
    for (const open of settings.map(openUnder)) {
      const { offer, questIds } = questSuggestion(type, 2, open)!
      expect(questIds.every((id) => open.has(id))).toBe(true)
      expect(offer === 'help').toBe(questIds.length === 0)
    }
  })

  test('a score of 3 or 4 suggests nothing', () => {
    const good: TrackerScore[] = [3, 4]
    const all = openUnder('all')
    for (const type of trackerTypes) {
      expect(good.map((score) => questSuggestion(type, score, all))).toEqual([undefined, undefined])
    }
  })
})
