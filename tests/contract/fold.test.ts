import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldedWords, foldText, searchKey } from '#contract/fold.ts'
import { matchIn, searchRank, searchWords } from '#contract/library/search.ts'
import {
  matchesSearch,
  providerSearchText,
  searchWords as nameWords,
} from '#contract/providers/model.ts'

/** Spellings of the same words, as people and keyboards have them. */
const spellings: [string, ...string[]][] = [
  ['فاطمة', 'فاطمه', 'فَاطِمَة', 'فاطمـــة'],
  ['أحمد', 'احمد', 'إحمد', 'آحمد', 'ٱحمد', 'أَحْمَد'],
  ['ليلى', 'ليلي', 'لیلی'],
  ['مؤمن', 'مومن'],
  ['هائل', 'هايل'],
  ['كريم', 'کریم', 'كر\u200dيم', '\u200fكريم\u200f', 'ﻛﺮﻳﻢ'],
  ['الغرفة ٢٠٢٦', 'الغرفه 2026', 'الغرفة ۲۰۲۶'],
  ['می‌خواهم', 'میخواهم', 'ميخواهم'],
  ['Zoë', 'zoe', 'ZOE\u0308', 'Ｚｏｅ'],
  ['Łukasz Straße', 'lukasz strasse'],
  ['ΟΔΟΣ', 'οδος', 'οδός'],
  ['İpek Işık', 'ipek isik'],
]
const pairs = spellings.flatMap(([first, ...others]) => others.map((other) => [first, other]))

const letters = fc.string({
  unit: fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    fc.integer({ min: 0x600, max: 0x6ff }).map((code) => String.fromCodePoint(code)),
    fc.constantFrom(' ', '\u200c', '\u200f', 'é', 'ß', 'ﻻ', 'ͅ', 'ŉ', 'ẞ', 'İ', 'Ǆ'),
  ),
})

describe('folding', () => {
  test.each(pairs)('%j and %j are one', (one, other) => {
    expect(foldText(other)).toBe(foldText(one))
    expect(searchKey(other)).toBe(searchKey(one))
  })

  test.each(pairs)('a person called %j is found as %j, and the reverse', (one, other) => {
    for (const [name, query] of [
      [one, other],
      [other, one],
    ] as [string, string][]) {
      const person = { firstname: name, lastname: 'B', specialization: null }
      const provider = { ...person, searchText: providerSearchText(person) }
      expect(matchesSearch(provider, nameWords(query))).toBe(true)
      const category = 'Physical Wellness'
      const article = { title: '', author: '', text: `قبل ${name} after`, category } as const
      expect(searchRank(article, searchWords(query))).toBeGreaterThan(0)
      const hits = matchIn(article.text, searchWords(query)).filter(({ hit }) => hit)
      expect(hits.map((part) => part.text).join(' ')).toBe(name)
    }
  })

  test.each([
    ['قلب', 'كلب'],
    ['سرير', 'صرير'],
    ['मीरा', 'मारा'],
    ['ガ', 'カ'],
  ])('%j and %j stay two names', (one, other) => {
    expect(searchKey(other)).not.toBe(searchKey(one))
  })

  test('of what is folded changes nothing, whatever was typed', () => {
    fc.assert(
      fc.property(letters, (text) => {
        const folded = foldText(text)
        expect(foldText(folded)).toBe(folded)
        expect(searchKey(searchKey(text))).toBe(searchKey(text))
        const words = foldedWords(text)
        expect(foldedWords(words.join(' '))).toEqual(words)
      }),
      { numRuns: 2_000 },
    )
  })

  test('of every single character changes nothing the second time', () => {
    const odd: string[] = []
    for (let code = 0; code <= 0x10_ff_ff; code += 1) {
      if (code >= 0xd8_00 && code <= 0xdf_ff) continue
      const folded = foldText(`a${String.fromCodePoint(code)}`)
      if (foldText(folded) !== folded) odd.push(code.toString(16))
    }
    expect(odd).toEqual([])
  })

  test('is the same with and without vowel marks and stretched letters', () => {
    fc.assert(
      fc.property(letters, (text) => {
        expect(foldText(text.replace(/[\u064b-\u0652\u0640]/g, ''))).toBe(foldText(text))
      }),
    )
  })
})
