/** Chance that repeats itself for the same seed (mulberry32). */
export interface Chance {
  /** A whole number from 0 up to `bound`. */
  below(bound: number): number
  pick<T>(from: readonly [T, ...T[]]): T
}

export function seededChance(seed: number): Chance {
  let state = seed
  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (bound: number) => Math.floor(next() * bound)
  return { below, pick: (from) => from[below(from.length)] ?? from[0] }
}
