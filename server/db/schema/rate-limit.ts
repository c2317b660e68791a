import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'

/** What limits have counted, under keys that tell nobody what they count. */
export const rateLimits = pgTable('rate_limits', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  /** Epoch milliseconds. */
  expire: bigint({ mode: 'number' }),
})
