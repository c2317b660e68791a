import { sql } from 'drizzle-orm'
import {
  index,
  jsonb,
  pgTable,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** Work for later, noted in the transaction that calls for it; any process may do it, one does. */
export const jobs = pgTable(
  'jobs',
  {
    id: uuid().primaryKey(),
    kind: text().notNull(),
    /** The same work is noted once under its key, also after it was done. */
    key: text(),
    /** Ids alone: what they name is read when the work is done. */
    payload: jsonb().notNull(),
    runAt: instant('run_at').notNull(),
    attempts: smallint().notNull().default(0),
    /** Until when whoever took it may work on it. */
    lockedUntil: instant('locked_until'),
    /** The kind of the last failure, without anybody's words. */
    lastError: text('last_error'),
    /** Done, or given up after the last attempt; removed days later. */
    endedAt: instant('ended_at'),
  },
  (table) => [
    uniqueIndex('jobs_key').on(table.key),
    index('jobs_due_idx')
      .on(table.runAt)
      .where(sql`${table.endedAt} is null`),
  ],
)
