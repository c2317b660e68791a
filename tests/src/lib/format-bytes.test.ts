import { expect, test } from 'vitest'
import { formatBytes } from '#src/lib/hand-over.ts'

test.each([
  [0, '0 kB'],
  [1, '1 kB'],
  [999, '1 kB'],
  [640_000, '640 kB'],
  [3_400_000, '3.4 MB'],
  [1_240_000_000, '1.2 GB'],
])('%d bytes are %s', (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words)
})
