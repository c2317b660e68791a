import * as v from 'valibot'
import { sqlCommand, sqlQuery } from '#server/db/statement.ts'

export const countRowEntries = {
  points: v.number(),
  /** Epoch milliseconds. */
  endsAtMs: v.number(),
}
const count = v.object(countRowEntries)
/** How far a count has come, as `countUp` returns it. */
export type Count = v.InferOutput<typeof count>

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

export const limitTake = sqlQuery({
  name: 'limit_take',
  row: count,
  text: countUp('values ($1, $2::bigint, 1)', '$3'),
})

export const limitGiveBack = sqlCommand({
  name: 'limit_give_back',
  text: `update rate_limits set points = points - 1
          where key = $1 and points > 0 and expire > $2`,
})

export const limitSet = sqlCommand({
  name: 'limit_set',
  text: `insert into rate_limits (key, expire, points) values ($1, $2, 0)
          on conflict (key) do update set expire = excluded.expire, points = 0`,
})

export const limitIsSet = sqlCommand({
  name: 'limit_is_set',
  text: 'select from rate_limits where key = $1 and expire > $2',
})
