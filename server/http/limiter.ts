import { createHash } from 'node:crypto'
import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { ProblemError } from './problem-error.ts'

/**
 * Counts in the database, so that equal processes count together and a restart forgets nothing. What is counted
 * (an e-mail, an address) is stored as a hash.
 */
export interface Limiter {
  /** Takes one point, or throws `rate_limited` with the time until the window ends. */
  take(...counted: string[]): Promise<void>
  giveBack(...counted: string[]): Promise<void>
  /** Starts the window anew; `isSet` holds until it ends. */
  set(...counted: string[]): Promise<void>
  isSet(...counted: string[]): Promise<boolean>
}

/** `pointsMax` for each key in a window of `windowSeconds` that starts with its first point. */
export function createLimiter(
  pool: pg.Pool,
  name: string,
  pointsMax: number,
  windowSeconds: number,
): Limiter {
  const store = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    // The database's own maintenance removes what has run out.
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points: pointsMax,
    duration: windowSeconds,
  })
  return {
    async take(...counted) {
      await store.consume(keyOf(counted)).catch(refuse)
    },
    async giveBack(...counted) {
      await store.reward(keyOf(counted))
    },
    async set(...counted) {
      await store.set(keyOf(counted), 0, windowSeconds)
    },
    isSet: async (...counted) => (await store.get(keyOf(counted))) !== null,
  }
}

function refuse(reason: unknown): never {
  if (!(reason instanceof RateLimiterRes)) throw reason
  throw new ProblemError('rate_limited', { retryAfterSeconds: reason.msBeforeNext / 1_000 })
}

function keyOf(counted: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(counted)).digest('base64url')
}
