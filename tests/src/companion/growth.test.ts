import { describe, expect, test } from 'vitest'
import { addDays } from '#contract/local-date.ts'
import { questShelf } from '#contract/quests/shelf.ts'
import {
  growthOf,
  stages,
  weekDaysFull,
  type Done,
} from '#src/features/companion/companion-resource.ts'
import { day } from '#tests/support/day.ts'

/** A Sunday: the last day of its week. */
const today = day('2026-11-22')
const nothing: Done = { checkIns: [], quests: [], breaths: [], score: 0 }
const did = (given: Partial<Done>) => growthOf({ ...nothing, ...given }, today)
const daysBack = (...back: number[]) => back.map((days) => addDays(today, -days))

describe('what it grows from', () => {
  test('it begins as a seed, and the first answer makes it sprout', () => {
    expect(did({})).toMatchObject({ points: 0, stage: 'seed', mood: 'calm' })
    expect(did({ checkIns: [today] })).toMatchObject({ points: 10, stage: 'sprout' })
  })

  test('a breath exercise counts as much as an answer', () => {
    expect(did({ breaths: [today] }).points).toBe(did({ checkIns: [today] }).points)
  })

  test('a quest counts by its number of questions alone, as for the account', () => {
    for (const { id, count } of questShelf) {
      expect(did({ quests: [{ questId: id, takenOn: today }] }).points).toBe(count * 10)
    }
  })

  test('points that the account has from another device count', () => {
    expect(did({ score: 850 })).toMatchObject({ points: 850, stage: 'flower' })
    const [first] = questShelf
    expect(did({ score: 850, quests: [{ questId: first?.id ?? 0, takenOn: today }] }).points).toBe(
      850,
    )
  })

  test('a quest that this build does not know takes nothing away', () => {
    expect(did({ quests: [{ questId: 999, takenOn: today }], checkIns: [today] }).points).toBe(10)
  })
})

describe('its looks', () => {
  test('each begins at its points and ends where the next one begins', () => {
    const [, ...later] = stages
    for (const { name, from } of later) {
      expect(did({ score: from }).stage).toBe(name)
      expect(did({ score: from - 1 }).stage).not.toBe(name)
    }
  })

  test('more never makes it smaller', () => {
    const order = stages.map(({ name }) => name)
    const seen = Array.from({ length: 400 }, (_, at) =>
      order.indexOf(did({ score: at * 10 }).stage),
    )
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  })

  test('the way to the next one runs from 0 to 1, and the last one has none', () => {
    expect(did({ score: 60 }).next).toEqual({ stage: 'leafy', share: 0 })
    expect(did({ score: 120 }).next).toEqual({ stage: 'leafy', share: 0.5 })
    expect(did({ score: 100_000 })).toMatchObject({ stage: 'garden', next: undefined })
  })
})

describe('days off', () => {
  test('it rests and loses nothing, however long they last', () => {
    const before = growthOf({ ...nothing, checkIns: [today] }, today)
    for (const days of [2, 30, 400]) {
      const later = growthOf({ ...nothing, checkIns: [today] }, addDays(today, days))
      expect(later).toMatchObject({ points: before.points, stage: before.stage, mood: 'resting' })
    }
  })

  test('it is glad on a day with anything, and calm on the day after', () => {
    expect(did({ breaths: [today] }).mood).toBe('glad')
    expect(did({ checkIns: daysBack(1) }).mood).toBe('calm')
  })
})

describe('the week', () => {
  test('counts days with a check-in from Monday on, in any order and without a chain', () => {
    expect(did({ checkIns: daysBack(6, 3, 0) }).weekDays).toBe(3)
    expect(did({ checkIns: daysBack(7) }).weekDays).toBe(0)
  })

  test('counts a day once, and is full at five', () => {
    expect(did({ checkIns: daysBack(1, 1, 1, 1) }).weekDays).toBe(1)
    expect(did({ checkIns: daysBack(6, 5, 4, 3, 2, 1, 0) }).weekDays).toBe(weekDaysFull)
  })

  test('a day ahead of the clock is not in it yet', () => {
    expect(growthOf({ ...nothing, checkIns: [today] }, day('2026-11-21')).weekDays).toBe(0)
  })
})
