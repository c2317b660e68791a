import { describe, expect, test } from 'vitest'
import { questTypes } from '#contract/quests/quest-types.gen.ts'
import {
  invalidCategoryText,
  questCard,
  questCategory,
  questOfTitle,
  questShelf,
  questsOfCategory,
  unknownTitleText,
} from '#contract/quests/shelf.ts'

/** Spec 9, typed by hand. */
const countsOfSpec =
  'phq9 10, pmq9 9, mdq 17, igds9 9, epds 10, pq16 16, sad 10, asrsv11 6, bis11 30, ybocs 10, npi 20, aq 29, hpd 10, ppd 7, spd 11, avpd 8, minipsy 7, bstad 12, srrs 43, npd 40, psqi 13, edeq 28, hama 14'
const batteriesOfSpec = [1, 2, 4, 5, 8, 9, 10, 14, 16, 21, 22, 23]
const hiddenSlidersOfSpec = [3, 6, 7, 11, 17, 19, 20]

describe('the shelf', () => {
  test('holds ids 1 to 23 with the counts of the spec', () => {
    expect(questShelf.map(({ id }) => id)).toEqual(questTypes.map((_, index) => index + 1))
    expect(questShelf.map(({ type, count }) => `${type} ${count}`).join(', ')).toBe(countsOfSpec)
  })

  test('gives every quest the indicator of the spec', () => {
    const idsWith = (wanted: string) =>
      questShelf.filter(({ indicator }) => indicator === wanted).map(({ id }) => id)
    expect(idsWith('battery')).toEqual(batteriesOfSpec)
    expect(idsWith('buttons')).toEqual(hiddenSlidersOfSpec)
    expect(idsWith('slider')).toEqual([12, 13, 15, 18])
  })

  test('finds a card by id and by title, and nothing else', () => {
    expect(questCard(21)?.type).toBe('psqi')
    expect(questOfTitle('Sleep Quest')?.id).toBe(21)
    expect(new Set(questShelf.map(({ title }) => title)).size).toBe(23)
    expect([0, 24, 1.5, Number.NaN].map(questCard)).toEqual(Array(4).fill(undefined))
    expect(questOfTitle('sleep quest')).toBeUndefined()
    expect(unknownTitleText('Nap')).toBe('Unrecognized survey title: Nap')
  })

  test('sorts every quest into one of the three categories', () => {
    const found = ['Personality', 'mood', 'BEHAVIOR'].map(questCategory)
    expect(found).toEqual(['personality', 'mood', 'behavior'])
    const sorted = found.flatMap((category) => (category ? questsOfCategory(category) : []))
    expect(sorted).toHaveLength(23)
    expect(questCategory('sleep')).toBeUndefined()
    expect(invalidCategoryText('sleep')).toBe(
      'Invalid category: sleep. Please choose Personality, Mood, or Behavior.',
    )
  })
})
