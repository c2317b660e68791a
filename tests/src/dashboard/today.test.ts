import { describe, expect, test } from 'vitest'
import { addDays, type LocalDate } from '#contract/local-date.ts'
import { questShelf } from '#contract/quests/shelf.ts'
import { kindLine, smallThing } from '#src/features/dashboard/offer-card.tsx'
import type { ShortRead } from '#src/features/library/data/short-reads.ts'

const today = '2026-11-22' as LocalDate
const days = Array.from({ length: 60 }, (_, index) => addDays(today, index))
const quests = questShelf.slice(0, 3).map((card) => ({ ...card, open: true, problem: undefined }))
const reads: ShortRead[] = ['a', 'b'].map((_id) => ({
  _id,
  title: _id,
  category: 'Emotional Wellness',
  minutes: 3,
}))

describe('the kind sentence', () => {
  test('is the same all day and another one tomorrow', () => {
    for (const day of days) {
      expect(kindLine(day)).toMatch(/\w/)
      expect(kindLine(day)).toBe(kindLine(day))
      expect(kindLine(addDays(day, 1))).not.toBe(kindLine(day))
    }
  })
})

describe('the small thing of a day', () => {
  const idOf = (day: LocalDate) => {
    const thing = smallThing(day, quests, reads)
    return thing?.kind === 'quest' ? thing.quest.id : thing?.read._id
  }

  test('is chosen by the day alone, a quest and a read in turns', () => {
    for (const day of days) {
      expect(idOf(day)).toBe(idOf(day))
      const kinds = [day, addDays(day, 1)].map((each) => smallThing(each, quests, reads)?.kind)
      expect(new Set(kinds)).toEqual(new Set(['quest', 'read']))
    }
  })

  test('comes to everything that is there', () => {
    expect(new Set(days.map(idOf))).toEqual(new Set([...quests.map(({ id }) => id), 'a', 'b']))
  })

  test('is of the other kind where there is none of one, and nothing where there is none at all', () => {
    for (const day of days) {
      expect(smallThing(day, quests, [])?.kind).toBe('quest')
      expect(smallThing(day, [], reads)?.kind).toBe('read')
      expect(smallThing(day, [], [])).toBeNull()
    }
  })
})
