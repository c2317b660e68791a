import { index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * Files that nothing names: those of requests under way, and those of people who left. Each is deleted once it is
 * due, however often the process died in between.
 */
export const blobRemovals = pgTable(
  'blob_removals',
  {
    key: text().primaryKey(),
    dueAt: timestamp('due_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('blob_removals_due_at_idx').on(table.dueAt)],
)
