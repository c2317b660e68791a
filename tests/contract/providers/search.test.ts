import { describe, expect, test } from 'vitest'
import { searchKey } from '#contract/fold.ts'
import { matchesSearch, providerSearchText, searchWords } from '#contract/providers/model.ts'
import { specialties } from '#contract/reference/specialties.ts'
import { ar } from '#src/i18n/terms-ar.ts'

describe('text as a search compares it', () => {
  test.each([
    ['Zoë O’Neil', 'zoe oneil'],
    ['  Inês   TEIXEIRA-Gomes ', 'ines teixeira gomes'],
    ['Łukasz Sørensen', 'lukasz sorensen'],
    ['Straße', 'strasse'],
    ['İbrahim Işık', 'ibrahim isik'],
    ['Ёлкин', 'елкин'],
    ['أَمِينَة', 'امينه'],
    ['मीरा', 'मीरा'],
    ['Ｍｅｅｒａ', 'meera'],
    ['100% _ \\', '100'],
    ['💚', ''],
  ])('%j is %j', (text, key) => {
    expect(searchKey(text)).toBe(key)
    expect(searchKey(searchKey(text))).toBe(key)
  })

  test('holds letters, marks and digits with single spaces, whatever was typed', () => {
    const odd = Array.from({ length: 0x3000 }, (_, code) => String.fromCodePoint(code)).join('')
    expect(searchKey(odd)).toMatch(/^[\p{L}\p{M}\p{N}]+( [\p{L}\p{M}\p{N}]+)*$/u)
  })
})

describe('a search', () => {
  const person = { firstname: 'Sofía', lastname: 'Almeida', specialization: 'Psychotherapist' }
  const sofia = { ...person, searchText: providerSearchText(person) }

  test.each(['sofia', 'SOFÍA', 'almeida sofia', 'therap', 'alm psy', 'ofi', ''])(
    'for %j finds',
    (query) => {
      expect(matchesSearch(sofia, searchWords(query))).toBe(true)
    },
  )

  test.each(['معالجة نفسية', 'المعالج النفسي', 'sofia نَفْسيّ', 'نفـــسي', 'psychologue', 'طبيب'])(
    'for %j finds by what the specialty is called elsewhere',
    (query) => {
      expect(matchesSearch(sofia, searchWords(query))).toBe(query !== 'طبيب')
    },
  )

  test('for the name of a specialty finds those of it in each language of the app, and no others', () => {
    for (const [specialty, name] of Object.entries(ar.specialties)) {
      const of = (specialization: string) => {
        const other = { firstname: 'A', lastname: 'B', specialization }
        return { ...other, searchText: providerSearchText(other) }
      }
      expect([name, matchesSearch(of(specialty), searchWords(name))]).toEqual([name, true])
      const yoga = specialty === 'Yoga Therapist' ? 'Psychiatrist' : 'Yoga Therapist'
      expect([name, matchesSearch(of(yoga), searchWords(name))]).toEqual([name, false])
    }
  })

  test.each(['امل', 'ali', 'نف'])('for %j, a part of such a name, does not', (query) => {
    for (const specialization of specialties) {
      const other = { firstname: 'A', lastname: 'B', specialization }
      const provider = { ...other, searchText: providerSearchText(other) }
      expect([specialization, matchesSearch(provider, searchWords(query))]).toEqual([
        specialization,
        false,
      ])
    }
  })

  test.each(['sofie', 'almeida daniel', 'yoga'])('for %j does not', (query) => {
    expect(matchesSearch(sofia, searchWords(query))).toBe(false)
  })

  test.each(['%', '_', '\\', ' % _ ', '\u0000', '\u200b', '💚', '...'])(
    'for %j, which holds no word, finds nobody',
    (query) => {
      expect(matchesSearch(sofia, searchWords(query))).toBe(false)
    },
  )

  test.each(['', '  ', '\n'])('for %j, which is nothing at all, finds everybody', (query) => {
    expect(matchesSearch(sofia, searchWords(query))).toBe(true)
  })

  test('looks at eight words at most', () => {
    expect(searchWords('a b c d e f g h i j')).toHaveLength(8)
  })

  test('does not look past a provider without a specialty', () => {
    const text = providerSearchText({ firstname: 'A', lastname: 'B', specialization: null })
    expect(text).toBe('a b')
  })
})
