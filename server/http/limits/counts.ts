import { hash } from 'node:crypto'
import { ProblemError } from '#server/http/routing/problem-error.ts'

/** How far a count has come, as `countUp` returns it. */
export interface Count {
  readonly points: number
  /** Epoch milliseconds. */
  readonly endsAtMs: number
}

/** The key that something is counted under. What it is (an e-mail, an address) is stored as a hash. */
export function countKey(name: string, counted: readonly string[]): string {
  return `${name}:${hash('sha256', JSON.stringify(counted), 'base64url')}`
}

/**
 * SQL that counts one more under the key of each row of `rows` (key, the end of a window that starts now): in the
 * window that runs, or in a new one where there is none. However many do it at once, each gets a number of its own.
 * Returns the key and a `Count`. `now` is the parameter with the time in epoch milliseconds.
 */
export function countUp(rows: string, now: string): string {
  return `insert into rate_limits as held (key, expire, points) ${rows}
    on conflict (key) do update set
      points = case when held.expire <= ${now} then 1 else held.points + 1 end,
      expire = case when held.expire <= ${now} then excluded.expire else held.expire end
    returning key, points, expire::float8 as "endsAtMs"`
}

/** Throws `rate_limited` with the time until the window ends for a count that has gone beyond `pointsMax`. */
export function checkCount({ points, endsAtMs }: Count, pointsMax: number, nowMs: number): void {
  if (points <= pointsMax) return
  const retryAfterSeconds = Math.max(0, endsAtMs - nowMs) / 1_000
  throw new ProblemError('rate_limited', { retryAfterSeconds })
}
