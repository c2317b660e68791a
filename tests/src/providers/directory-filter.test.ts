import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import {
  choicesIn,
  directorySearchSchema,
  filtersOn,
  findProviders,
  isSearching,
  type DirectorySearch,
} from '#src/features/providers/directory/directory-filter.ts'
import { storedProvider } from '#src/features/providers/directory/directory-store.ts'
import { card } from './cards.ts'

const zoe = card({ firstname: 'Zoë', lastname: 'Øster', country: 'Canada', languages: ['French'] })
const ali = card({ firstname: 'Ali', lastname: 'Haddad', gender: 'Male', seesMinors: false })
const bea = card({ firstname: 'bea', lastname: 'Souza', specialization: 'Sleep Therapist' })
const all = [ali, bea, zoe].map((one) => storedProvider(one))

function names(search: DirectorySearch): string[] {
  return findProviders(all, search).map(({ firstname }) => firstname)
}

describe('a search', () => {
  test.each([
    ['', ['Ali', 'bea', 'Zoë']],
    ['   ', ['Ali', 'bea', 'Zoë']],
    ['ZOE', ['Zoë']],
    ['oster', ['Zoë']],
    ['had', ['Ali']],
    ['ali haddad', ['Ali']],
    ['haddad ali', ['Ali']],
    ['sleep', ['bea']],
    ['psycho', ['Ali', 'Zoë']],
    ['Lisbon', []],
    ['I listen', []],
    ['(', []],
    ['%', []],
    ['\u0000', []],
    ['nobody', []],
  ])('for %j finds %j, by first name, last name and specialty alone', (q, found) => {
    expect(names({ q })).toEqual(found)
  })
})

describe('a filter', () => {
  test.each([
    [{ minors: true }, ['bea', 'Zoë']],
    [{ language: 'French' }, ['Zoë']],
    [{ gender: 'Male' }, ['Ali']],
    [{ country: 'Portugal' }, ['Ali', 'bea']],
    [{ country: 'Portugal', minors: true, q: 'b' }, ['bea']],
    [{ country: 'Nowhere' }, []],
  ] as const)('%j leaves %j', (search, found) => {
    expect(names(search)).toEqual(found)
  })

  test('or words or an order make a search, and nothing makes none', () => {
    expect(
      [{ q: 'a' }, { minors: true }, { sort: 'newest' }].map((each) => isSearching(each as never)),
    ).toEqual([true, true, true])
    expect(isSearching({ q: undefined })).toBe(false)
  })

  test('is counted, and words and order are not', () => {
    expect(filtersOn({ q: 'a', sort: 'newest' })).toBe(0)
    expect(filtersOn({ minors: true, country: 'Canada' })).toBe(2)
  })

  test('offers only what somebody in the list is, in order', () => {
    expect(choicesIn(all)).toEqual({
      languages: ['English', 'French'],
      genders: ['Female', 'Male'],
      countries: ['Canada', 'Portugal'],
    })
  })
})

test('the newest account stands first where that is asked for', () => {
  expect(names({ sort: 'newest' })).toEqual(['bea', 'Ali', 'Zoë'])
})

describe('what the address asks for', () => {
  test('is read, digits too', () => {
    expect(v.parse(directorySearchSchema, { q: 'mona', minors: true, sort: 'newest' })).toEqual({
      q: 'mona',
      minors: true,
      sort: 'newest',
    })
    expect(v.parse(directorySearchSchema, { q: 12 }).q).toBe('12')
  })

  test.each([
    [{ q: { $gt: '' } }],
    [{ q: 'x'.repeat(101) }],
    [{ minors: 'perhaps' }],
    [{ language: ['a'] }],
    [{ sort: 'price' }],
    [{ other: 1 }],
  ])('and %j is dropped', (search) => {
    const read = v.parse(directorySearchSchema, search)
    expect(Object.values(read).filter((value) => value !== undefined)).toEqual([])
  })
})
