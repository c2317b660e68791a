import { expect, test } from 'vitest'
import { avatarGradient, avatarGradients, initials } from '#src/ui/image/avatar.tsx'
import { contrast } from './contrast.ts'

test.each(avatarGradients.flat())('white initials are readable on %s', (colour) => {
  expect(contrast('#ffffff', colour)).toBeGreaterThanOrEqual(4.5)
})

test('an id always has the same colours, and ids spread over all of them', () => {
  expect(avatarGradient('a1b2')).toBe(avatarGradient('a1b2'))
  const used = new Set(Array.from({ length: 200 }, (_, index) => avatarGradient(`user-${index}`)))
  expect(used.size).toBe(avatarGradients.length)
})

test.each([
  ['Lina Haddad', 'LH'],
  ['  maya  ann  torres ', 'MT'],
  ['Zed', 'Z'],
  ['émile', 'É'],
  ['سارة أحمد', 'سأ'],
  ['𝒜da Byron', '𝒜B'],
  ['', '?'],
])('the initials of "%s" are %s', (name, expected) => {
  expect(initials(name)).toBe(expected)
})
