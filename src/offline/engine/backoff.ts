/** Architecture: full jitter, 1 s doubling to 300 s. */
const firstCeilingMs = 1_000
const lastCeilingMs = 300_000

/**
 * How long to wait after the `failures`-th failure in a row (1 and up), in milliseconds.
 * `random` gives [0, 1); the server's own wish, where there is one, wins.
 */
export function backoffMs(failures: number, random: () => number, retryAfterMs?: number): number {
  if (retryAfterMs !== undefined) return retryAfterMs
  const ceiling = Math.min(lastCeilingMs, firstCeilingMs * 2 ** Math.max(0, failures - 1))
  return Math.floor(random() * ceiling)
}
