import { expect, test } from 'vitest'
import { readingMinutes } from '#contract/library/blocks.ts'

test.each([
  ['', 1],
  ['One short line.', 1],
  [Array(360).fill('word').join(' '), 2],
  [Array(540).fill('كلمة').join('\n\n'), 3],
])('a text takes whole minutes, at least one', (text, minutes) => {
  expect(readingMinutes(text)).toBe(minutes)
})
