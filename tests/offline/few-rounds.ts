import { vi } from 'vitest'

/**
 * Lets words become a key in one round in place of the many that make each guess dear: what a lock does with its keys is
 * the same. `lock-rounds.test.ts` holds how many there are. Ends with `vi.restoreAllMocks`.
 */
export function useFewRounds() {
  const { subtle } = crypto
  const derive = subtle.deriveKey.bind(subtle)
  return vi
    .spyOn(subtle, 'deriveKey')
    .mockImplementation((algorithm, ...rest) => derive(inOneRound(algorithm), ...rest))
}

type Algorithm = Parameters<SubtleCrypto['deriveKey']>[0]

function inOneRound(algorithm: Algorithm): Algorithm {
  return typeof algorithm === 'object' && 'iterations' in algorithm
    ? { ...algorithm, iterations: 1 }
    : algorithm
}
