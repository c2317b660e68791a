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
  bigint,
  integer,
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
