import { index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

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
