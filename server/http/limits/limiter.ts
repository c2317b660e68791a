import { hash } from 'node:crypto'
import type { Queryable } from '#server/db/queryable.ts'
import { ProblemError } from '#server/http/routing/problem-error.ts'
import { limitTake, limitGiveBack, limitSet, limitIsSet, type Count } from './limits.sql.ts'

/** Counts in the database, so that equal processes count together and a restart forgets nothing. */
export interface Limiter {
  /** Takes one point, or throws `rate_limited` with the time until the window ends. */
  take(...counted: string[]): Promise<void>
  /** Only while the window lasts: one that is over has nothing to give back to. */
  giveBack(...counted: string[]): Promise<void>
  /** Starts the window anew; `isSet` holds until it ends. */
  set(...counted: string[]): Promise<void>
  isSet(...counted: string[]): Promise<boolean>
}

/**
 * `pointsMax` for each key in a window of `windowSeconds` that starts with its first point. `now` gives epoch
 * milliseconds.
 */
export function createLimiter(
  client: Queryable,
  name: string,
  pointsMax: number,
  windowSeconds: number,
  now: () => number = Date.now,
): Limiter {
  const windowMs = windowSeconds * 1_000
  return {
    async take(...counted) {
      const nowMs = now()
      const rows = await limitTake.all(client, [countKey(name, counted), nowMs + windowMs, nowMs])
      for (const count of rows) checkCount(count, pointsMax, nowMs)
    },
    async giveBack(...counted) {
      await limitGiveBack.run(client, [countKey(name, counted), now()])
    },
    async set(...counted) {
      await limitSet.run(client, [countKey(name, counted), now() + windowMs])
    },
    async isSet(...counted) {
      const changed = await limitIsSet.run(client, [countKey(name, counted), now()])
      return changed === 1
    },
  }
}

/** The key that something is counted under. What it is (an e-mail, an address) is stored as a hash. */
export function countKey(name: string, counted: readonly string[]): string {
  return `${name}:${hash('sha256', JSON.stringify(counted), 'base64url')}`
}

/** Throws `rate_limited` with the time until the window ends for a count that has gone beyond `pointsMax`. */
export function checkCount({ points, endsAtMs }: Count, pointsMax: number, nowMs: number): void {
  if (points <= pointsMax) return
  const retryAfterSeconds = Math.max(0, endsAtMs - nowMs) / 1_000
  throw new ProblemError('rate_limited', { retryAfterSeconds })
}
