import { describe, expect, test } from 'vitest'
import { trackerTypes, type TrackerScore, type TrackerType } from '#contract/trackers/model.ts'
import {
  promptDelayMs,
  promptsAt,
  promptUndoMs,
  questSuggestion,
} from '#contract/trackers/prompts.ts'

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
      const places = promptsAt(hour, nothing).map((type) => order.indexOf(type))
      expect(places).toEqual(places.toSorted((a, b) => a - b))
    }
  })

  test('what is answered is not asked again', () => {
    expect(promptsAt(20, new Set(['Mood', 'Diet'] as const))).toEqual(['Fitness'])
    for (const hour of hours) expect(promptsAt(hour, new Set(trackerTypes))).toEqual([])
  })
})

describe('the quest that a low score suggests', () => {
  test.each([
    ['Mood', [3]],
    ['Diet', [22]],
    ['Sleep', [21]],
    ['Fitness', [3, 21, 22]],
  ] as const)('%s leads to the quests %j', (type, questIds) => {
    expect(questSuggestion(type, 1)).toEqual({ strength: 'Highly recommend', questIds })
    expect(questSuggestion(type, 2)).toEqual({ strength: 'Consider', questIds })
  })

  test('a score of 3 or 4 suggests nothing', () => {
    const good: TrackerScore[] = [3, 4]
    for (const type of trackerTypes) {
      expect(good.map((score) => questSuggestion(type, score))).toEqual([undefined, undefined])
    }
  })
})
