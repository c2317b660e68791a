import { hash } from 'node:crypto'
import type { Queryable } from '#server/db/orm.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import { limitTake, limitGiveBack, limitSet, limitIsSet, type Count } from './limits.sql.ts'

/** The window of most limits. */
export const hourSeconds = 3_600

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

export interface WorkQueueBounds {
  /** How many run at once. */
  readonly runningMax: number
  /** How many may wait for their turn; one more is refused. */
  readonly waitingMax: number
}

/** Seconds after which a refused caller may try again. */
const busyRetrySeconds = 1

/**
 * Bounds work that fills a core, the memory or the disk: a flood of it waits in a short line or is refused as `busy`,
 * and never starves what the server does besides. Work runs in the order it came.
 */
export function createWorkQueue(bounds: WorkQueueBounds) {
  const waiting: (() => void)[] = []
  let running = 0

  return async function run<T>(work: () => Promise<T>): Promise<T> {
    if (running < bounds.runningMax) running += 1
    else await turn()
    try {
      return await work()
    } finally {
      // The place goes straight to the next in line, so that nobody who comes now can overtake them.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }

  function turn(): Promise<void> {
    if (waiting.length >= bounds.waitingMax) {
      throw new ProblemError('busy', { retryAfterSeconds: busyRetrySeconds })
    }
    return new Promise((resolve) => waiting.push(resolve))
  }
}
