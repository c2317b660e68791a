import { expect, test } from 'vitest'
import { breathAt } from '#src/features/safety/help/help-now.tsx'

test.each([
  [0, 'in', 4],
  [3, 'in', 1],
  [4, 'out', 6],
  [9, 'out', 1],
  [10, 'in', 4],
  [604, 'out', 6],
] as const)('after %i s: breathe %s for %i s more', (second, phase, secondsLeft) => {
  expect(breathAt(second)).toEqual({ phase, secondsLeft })
})
