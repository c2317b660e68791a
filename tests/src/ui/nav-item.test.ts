import { expect, test } from 'vitest'
import { behindMore, type NavItem } from '#src/ui/nav/app-frame.tsx'

test('what is not in the bottom bar is behind More, in its order, and nothing is there twice or nowhere', () => {
  expect(ids(behindMore(items('ca'), items('abcdef')))).toBe('bdef')
})

test('a bar that has everything leaves nothing behind it', () => {
  expect(ids(behindMore(items('abcde'), items('abcde')))).toBe('')
})

function items(letters: string): NavItem[] {
  return letters.split('').map((id) => ({ id, label: id, icon: 'home', render: () => unused() }))
}

function unused(): never {
  throw new Error('dividing draws nothing')
}

function ids(found: readonly NavItem[]): string {
  return found.map(({ id }) => id).join('')
}
