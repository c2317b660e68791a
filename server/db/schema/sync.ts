import { index, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { users } from './account.ts'

/** The ledger of operations: a row stands in the same transaction as its effect, so an effect happens once. */
export const syncOps = pgTable(
  'sync_ops',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    opId: uuid('op_id').notNull(),
    /** SHA-256 in hex of kind, version and payload: the same id with another body is refused. */
    bodyHash: text('body_hash').notNull(),
    /** What the first push was answered, given again to every repeat. */
    result: jsonb().notNull(),
    appliedAt: timestamp('applied_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.opId] }),
    index('sync_ops_applied_at_idx').on(table.appliedAt),
  ],
)
