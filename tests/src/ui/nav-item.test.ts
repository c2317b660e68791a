import { expect, test } from 'vitest'
import { type NavItem, splitNavItems } from '#src/ui/nav/nav-item.ts'

test('up to five items are all in the bottom bar and nothing hides', () => {
  expect(ids(splitNavItems(items('abc'), items('de')))).toEqual(['abcde', ''])
})

test('a sixth item makes room for More: four stay, in their order, the rest are behind it', () => {
  expect(ids(splitNavItems(items('abcd'), items('ef')))).toEqual(['abcd', 'ef'])
  expect(ids(splitNavItems(items('abcdef'), items('gh')))).toEqual(['abcd', 'efgh'])
})

test('a secondary item never takes a main slot just because main items are few', () => {
  expect(ids(splitNavItems(items('ab'), items('cdef')))).toEqual(['ab', 'cdef'])
})

function items(letters: string): NavItem[] {
  return letters.split('').map((id) => ({ id, label: id, icon: 'home', render: () => unused() }))
}

function unused(): never {
  throw new Error('splitting draws nothing')
}

function ids(split: ReturnType<typeof splitNavItems>): [string, string] {
  return [split.bar.map((p) => p.id).join(''), split.behind.map((p) => p.id).join('')]
}
