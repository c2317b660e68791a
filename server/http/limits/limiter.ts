import type pg from 'pg'
import { checkCount, countKey, countUp, type Count } from './counts.ts'

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
  pool: pg.Pool,
  name: string,
  pointsMax: number,
  windowSeconds: number,
  now: () => number = Date.now,
): Limiter {
  const windowMs = windowSeconds * 1_000
  return {
    async take(...counted) {
      const nowMs = now()
      const { rows } = await pool.query<Count>({
        name: 'limit_take',
        text: countUp('values ($1, $2::bigint, 1)', '$3'),
        values: [countKey(name, counted), nowMs + windowMs, nowMs],
      })
      for (const count of rows) checkCount(count, pointsMax, nowMs)
    },
    async giveBack(...counted) {
      await pool.query({
        name: 'limit_give_back',
        text: `update rate_limits set points = points - 1
          where key = $1 and points > 0 and expire > $2`,
        values: [countKey(name, counted), now()],
      })
    },
    async set(...counted) {
      await pool.query({
        name: 'limit_set',
        text: `insert into rate_limits (key, expire, points) values ($1, $2, 0)
          on conflict (key) do update set expire = excluded.expire, points = 0`,
        values: [countKey(name, counted), now() + windowMs],
      })
    },
    async isSet(...counted) {
      const { rowCount } = await pool.query({
        name: 'limit_is_set',
        text: 'select from rate_limits where key = $1 and expire > $2',
        values: [countKey(name, counted), now()],
      })
      return rowCount === 1
    },
  }
}
