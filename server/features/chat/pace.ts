/** Issue: a burst of 10 messages, then one a second. */
export const burstMax = 10
const perMessageMs = 1_000

export interface Paced {
  /** How many may go now, of those asked for. */
  readonly now: number
  /** For each of the others, how long until its turn, in milliseconds. */
  readonly waitsMs: readonly number[]
  /** What to remember: the moment up to which sending is used up, in epoch milliseconds. */
  readonly usedUntilMs: number
}

/**
 * Gives out places at one a second, of which up to ten may be taken ahead. All that is remembered of a person is the
 * moment up to which they have used theirs.
 */
export function takeTurns(usedUntilMs: number, nowMs: number, wanted: number): Paced {
  const fromMs = Math.max(usedUntilMs, nowMs)
  const free = Math.floor((nowMs + burstMax * perMessageMs - fromMs) / perMessageMs)
  const now = Math.max(0, Math.min(wanted, free))
  const untilMs = fromMs + now * perMessageMs
  return {
    now,
    usedUntilMs: untilMs,
    waitsMs: Array.from(
      { length: wanted - now },
      (_, index) => untilMs + (index + 1) * perMessageMs - (nowMs + burstMax * perMessageMs),
    ),
  }
}
