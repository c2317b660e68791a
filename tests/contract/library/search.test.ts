import { describe, expect, test } from 'vitest'
import { foldedWords, foldText } from '#contract/fold.ts'
import { wellnessCategories } from '#contract/library/model.ts'
import { matchIn, searchRank, searchWords } from '#contract/library/search.ts'
import { ar } from '#src/i18n/terms-ar.ts'

describe('folding', () => {
  test.each([
    ['Crème BRÛLÉE', 'creme brulee'],
    ['Łódź, Øresund & Straße', 'lodz, oresund & strasse'],
    ['كِتَابٌ', 'كتاب'],
    ['أمل إلى مدرسة', 'امل الي مدرسه'],
    ['ЁЛКА й', 'елка и'],
    ['ﬁne ＡＢＣ', 'fine abc'],
  ])('%j is %j', (given, folded) => {
    expect(foldText(given)).toBe(folded)
  })

  test('gives the words and numbers, in their order', () => {
    expect(foldedWords('Self-care: 5 ways, “today”!')).toEqual([
      'self',
      'care',
      '5',
      'ways',
      'today',
    ])
    expect(foldedWords(' … !')).toEqual([])
  })
})

describe('a question', () => {
  test('is its words, each once, and not too many', () => {
    expect(searchWords('Sleep, SLEEP better')).toEqual(['sleep', 'better'])
    expect(searchWords('one two three four five six seven eight nine ten')).toHaveLength(8)
    expect(searchWords(`${'a'.repeat(300)} b`)).toEqual(['a'.repeat(100)])
    expect(searchWords(`':* & | ! <-> \\ ' ;--`)).toEqual([])
  })
})

describe('a match', () => {
  const long = `${'before '.repeat(30)}here Crème is found, and cremes too, ${'after '.repeat(40)}`

  test('shows where the words are, with every hit marked', () => {
    const parts = matchIn(long, ['creme'])
    const joined = parts.map(({ text }) => text).join('')
    expect(parts.filter(({ hit }) => hit).map(({ text }) => text)).toEqual(['Crème', 'cremes'])
    expect(joined).toMatch(/^…before .*here Crème is found, and cremes too, after .*…$/)
    expect(joined.length).toBeLessThan(170)
  })

  test('shows the beginning where the words are elsewhere', () => {
    expect(matchIn('Just a line.', ['creme'])).toEqual([{ text: 'Just a line.', hit: false }])
    expect(matchIn('', ['creme'])).toEqual([])
  })

  test('cuts a text without spaces too', () => {
    const parts = matchIn('a'.repeat(1_000), ['b'])
    expect(parts.map(({ text }) => text).join('').length).toBeLessThan(170)
  })

  test('keeps every letter of a short text', () => {
    const text = 'Sleep well: sleeping is good.'
    expect(
      matchIn(text, ['sleep'])
        .map((part) => part.text)
        .join(''),
    ).toBe(text)
  })
})

describe('ranking', () => {
  const item = {
    title: 'Sleep better',
    author: 'Daniel Carter',
    text: 'Light and routine.',
    category: 'Nutritional Wellness',
  } as const

  test('counts a title most, then the author, then the text', () => {
    const ranks = [['sleep'], ['daniel'], ['routine']].map((words) => searchRank(item, words))
    expect(ranks).toEqual([8, 4, 1])
  })

  test.each(['nutrition', 'غذائية', 'الغِذائيَّه', 'العافية الغـذائية', 'تغذيه', 'nutritionnel'])(
    'finds the category by its names in other languages: %j',
    (query) => {
      const yours = { ...item, category: 'Spiritual Wellness' } as const
      expect(searchRank(item, searchWords(query))).toBeGreaterThan(0)
      expect(searchRank(yours, searchWords(query))).toBe(0)
    },
  )

  test('finds each category by what the app calls it', () => {
    for (const category of wellnessCategories) {
      for (const name of [category, ar.categories[category]]) {
        expect([name, searchRank({ ...item, category }, searchWords(name)) > 0]).toEqual([
          name,
          true,
        ])
      }
    }
  })

  test('finds nothing that lacks a word', () => {
    expect(searchRank(item, ['sleep', 'carter', 'rout'])).toBe(13)
    expect(searchRank(item, ['sleep', 'nowhere'])).toBe(0)
  })

  test('takes one letter for a whole word, unless it is one', () => {
    expect([searchRank(item, ['s']), searchRank({ ...item, text: 'Vitamin C' }, ['c'])]).toEqual([
      0, 1,
    ])
    expect(searchRank({ ...item, text: '日本語' }, ['日'])).toBe(1)
  })
})
