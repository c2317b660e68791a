import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'

/** The table that rate-limiter-flexible's PostgreSQL store reads and writes. */
export const rateLimits = pgTable('rate_limits', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  /** Epoch milliseconds. */
  expire: bigint({ mode: 'number' }),
})
