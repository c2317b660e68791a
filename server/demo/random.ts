import { v7 } from 'uuid'

export interface DemoRandom {
  /** From 0 up to 1, the same sequence for the same seed. */
  next(): number
  /** An id as a device would have made it at that moment. */
  idAt(moment: Date): string
}

/** Chance that repeats itself: demo data looks the same on every machine (mulberry32 over an FNV-1a hash). */
export function demoRandom(seed: string): DemoRandom {
  let state = 0x811c9dc5
  for (const letter of seed) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193)

  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  function idAt(moment: Date): string {
    const random = Uint8Array.from({ length: 16 }, () => Math.floor(next() * 256))
    return v7({ msecs: moment.getTime(), random })
  }
  return { next, idAt }
}
