import { index, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** The ledger of operations: a row stands in the same transaction as its effect, so an effect happens once. */
export const syncOps = pgTable(
  'sync_ops',
  {
    /**
     * No foreign key: its check of every row was a third of the insert's time. What operations did holds one, and a
     * trigger on `users` deletes the rows of a person who leaves.
     */
    userId: uuid('user_id').notNull(),
    opId: uuid('op_id').notNull(),
    /** SHA-256 in hex of kind, version and payload: the same id with another body is refused. */
    bodyHash: text('body_hash').notNull(),
    /**
     * What the first push was answered, given again to every repeat; null for the usual case, 'applied' with a
     * result that its applier knows from the operation itself.
     */
    result: jsonb(),
    appliedAt: timestamp('applied_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.opId] }),
    // Rows come in the order of time and are asked for by it once a day: a summary per range of pages will do.
    index('sync_ops_applied_at_idx').using('brin', table.appliedAt),
  ],
)
