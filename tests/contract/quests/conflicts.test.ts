import { describe, expect, test } from 'vitest'
import { conflictsAmong } from '#contract/quests/answers.ts'
import { edeq } from '#contract/quests/catalog/edeq.ts'
import { psqiV1 } from '#contract/quests/catalog/psqi-v1.ts'
import { psqi } from '#contract/quests/catalog/psqi.ts'
import type { QuestAnswer } from '#contract/quests/model.ts'
import { scoreQuest } from '#contract/quests/scoring.ts'

function nights(bed: string, up: string, asleep: string): QuestAnswer[] {
  const times = new Map([
    [1, bed],
    [3, up],
    [4, asleep],
  ])
  return psqi.questions.map(({ id, n, options }) => {
    return { questionId: id, value: times.get(n) ?? options[0]?.text ?? '' }
  })
}

describe('the times of a night', () => {
  test.each([
    ['After 2 am', 'Before 5 am', '5 to 6 hours'],
    ['1 to 2 am', '5 to 6 am', '7 to 8 hours'],
    ['11 pm to midnight', '6 to 7 am', 'More than 9 hours'],
  ])('cannot be from %s to %s with %s of sleep', (...times) => {
    const scored = scoreQuest(psqi, nights(...times))
    expect(scored).toMatchObject({ kind: 'refused', problem: { code: 'conflicting_answers' } })
    expect(scoreQuest(psqiV1, nights(...times)).kind).toBe('scored')
  })

  test.each([
    ['After 2 am', 'Before 5 am', 'Less than 5 hours'],
    ['Before 9 pm', 'Before 5 am', 'More than 9 hours'],
    ['After 2 am', 'After 10 am', 'More than 9 hours'],
    // From ten sharp to six sharp.
    ['10 to 11 pm', '5 to 6 am', '8 to 9 hours'],
    ['Midnight to 1 am', 'After 10 am', '8 to 9 hours'],
  ])('can be from %s to %s with %s of sleep', (...times) => {
    expect(scoreQuest(psqi, nights(...times)).kind).toBe('scored')
  })

  test('are compared once all three are known', () => {
    const all = nights('After 2 am', 'Before 5 am', 'More than 9 hours')
    expect(conflictsAmong(psqi, all.slice(0, 4))).toHaveLength(1)
    for (const n of [1, 3, 4]) expect(conflictsAmong(psqi, all.toSpliced(n - 1, 1))).toEqual([])
    expect(conflictsAmong(psqi, [])).toEqual([])
  })
})

test('counts of days and times climb in numbers that one can see', () => {
  const counted = edeq.questions.filter(({ options }) => options[1]?.text.startsWith('1 '))
  expect(counted).toHaveLength(19)
  for (const { options } of counted) {
    const least = options.map(({ text }) => Number(/\d+/.exec(text)?.[0]))
    expect(least).toEqual(least.toSorted((a, b) => a - b))
    expect(new Set(least).size).toBe(options.length)
  }
})
