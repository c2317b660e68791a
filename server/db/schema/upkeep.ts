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
  index,
  smallint,
  text,
  uniqueIndex,
  bigint,
  integer,
} from 'drizzle-orm/pg-core'

/** Bytes in the database, hex in the code. */
const hexBytes = customType<{ data: string; driverData: Buffer }>({
  dataType: () => 'bytea',
  toDriver: (hex) => Buffer.from(hex, 'hex'),
  fromDriver: (bytes) => bytes.toString('hex'),
})

/**
 * The ledger of operations: a row stands in the same transaction as its effect, so an effect happens once. Its table is
 * one a month (`maintenance.ts`): a month that is over is dropped, not deleted row by row. That an id stands in it once,
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

/** What limits have counted, under keys that tell nobody what they count. */
export const rateLimits = pgTable('rate_limits', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  /** Epoch milliseconds. */
  expire: bigint({ mode: 'number' }),
})

/**
 * Who did what that somebody may have to answer for. Names nobody but by id, outlives the accounts of all, and is never
 * changed; rows go when their time is over.
 */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: uuid().primaryKey(),
    at: timestamp('at', { withTimezone: true, mode: 'date' }).notNull(),
    event: text().notNull(),
    /** `ok`, or the code of the problem that ended it. */
    outcome: text().notNull(),
    /** Null for somebody who is not signed in, and for the operator at the command line. */
    actorId: uuid('actor_id'),
    /** An id, or a keyed hash where the thing is an e-mail. */
    object: text(),
    detail: text(),
    /** A keyed hash: the same address is recognised, and none can be read. */
    addressHash: text('address_hash'),
  },
  (table) => [
    index('audit_events_at_idx').on(table.at),
    index('audit_events_actor_idx').on(table.actorId, table.at),
    index('audit_events_object_idx').on(table.object, table.at),
  ],
)

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
