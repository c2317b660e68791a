import { expect, test } from 'vitest'
import { type Place, splitPlaces } from '#src/ui/nav/place.ts'

test('up to five places all stand in the bottom bar and nothing hides', () => {
  expect(ids(splitPlaces(places('abc'), places('de')))).toEqual(['abcde', ''])
})

test('a sixth place makes room for More: four stay, in their order, the rest wait behind it', () => {
  expect(ids(splitPlaces(places('abcd'), places('ef')))).toEqual(['abcd', 'ef'])
  expect(ids(splitPlaces(places('abcdef'), places('gh')))).toEqual(['abcd', 'efgh'])
})

test('a secondary place never takes a main slot just because main places are few', () => {
  expect(ids(splitPlaces(places('ab'), places('cdef')))).toEqual(['ab', 'cdef'])
})

function places(letters: string): Place[] {
  return letters.split('').map((id) => ({ id, label: id, icon: 'home', render: () => unused() }))
}

function unused(): never {
  throw new Error('splitting draws nothing')
}

function ids(split: ReturnType<typeof splitPlaces>): [string, string] {
  return [split.bar.map((p) => p.id).join(''), split.behind.map((p) => p.id).join('')]
}
