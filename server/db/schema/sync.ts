import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  customType,
  jsonb,
  pgTable,
  primaryKey,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'

/** Bytes in the database, hex in the code. */
const hexBytes = customType<{ data: string; driverData: Buffer }>({
  dataType: () => 'bytea',
  toDriver: (hex) => Buffer.from(hex, 'hex'),
  fromDriver: (bytes) => bytes.toString('hex'),
})

/**
 * The ledger of operations: a row stands in the same transaction as its effect, so an effect happens once. Its table is
 * one a month (`ledger-months.ts`): a month that is over is dropped, not deleted row by row. That an id stands in it once,
 * over all months, is held by the lock of the person, which whoever writes takes before they look.
 *
 * `sync_ops`, the table that it was, is a view of it for processes of the build before, until a later migration.
 */
export const ledgerOps = pgTable(
  'ledger_ops',
  {
    /**
     * No foreign key: its check of every row was a third of the insert's time. What operations did holds one, and a
     * trigger on `users` deletes the rows of a person who leaves.
     */
    userId: uuid('user_id').notNull(),
    opId: uuid('op_id').notNull(),
    /** SHA-256 of kind, version and payload: the same id with another body is refused. */
    bodyHash: hexBytes('body_hash').notNull(),
    /**
     * What the first push was answered, given again to every repeat; null for the usual case, 'applied' with a
     * result that its applier knows from the operation itself.
     */
    result: jsonb(),
    appliedAt: timestamp('applied_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.opId, table.appliedAt] })],
)

/** One row: which life of its data the server is in. A restore gives it another id. */
export const serverEpoch = pgTable(
  'server_epoch',
  {
    only: boolean().primaryKey().default(true),
    epoch: uuid().notNull().defaultRandom(),
  },
  (table) => [check('server_epoch_one', sql`${table.only}`)],
)
