import { expect, test } from 'vitest'
import { rovingIndex } from '#src/ui/menu/roving.ts'

test('arrow keys step forward and back and wrap at both ends', () => {
  expect(rovingIndex('ArrowRight', 0, 3, 'ltr')).toBe(1)
  expect(rovingIndex('ArrowDown', 2, 3, 'ltr')).toBe(0)
  expect(rovingIndex('ArrowLeft', 0, 3, 'ltr')).toBe(2)
  expect(rovingIndex('ArrowUp', 1, 3, 'ltr')).toBe(0)
})

test('horizontal arrows follow the line of reading, vertical ones do not turn', () => {
  expect(rovingIndex('ArrowLeft', 0, 3, 'rtl')).toBe(1)
  expect(rovingIndex('ArrowRight', 0, 3, 'rtl')).toBe(2)
  expect(rovingIndex('ArrowDown', 0, 3, 'rtl')).toBe(1)
})

test('Home and End jump to the ends', () => {
  expect(rovingIndex('Home', 2, 3, 'ltr')).toBe(0)
  expect(rovingIndex('End', 0, 3, 'ltr')).toBe(2)
})

test('every other key, and an empty list, move nothing', () => {
  expect(rovingIndex('Enter', 0, 3, 'ltr')).toBeUndefined()
  expect(rovingIndex('ArrowDown', 0, 0, 'ltr')).toBeUndefined()
})
