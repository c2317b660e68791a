import { sql } from 'drizzle-orm'
import {
  check,
  index,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { ConnectionState } from '#contract/connections/model.ts'
import { users } from './account.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** Every request there was between two people, with what became of it. */
export const connections = pgTable(
  'connections',
  {
    id: uuid().primaryKey(),
    /** The young person or parent who asked. */
    clientId: uuid('client_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The care provider who was asked. */
    providerId: uuid('provider_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    state: text().$type<ConnectionState>().notNull(),
    /** What whoever asked wrote along; gone once the request or the connection is over. */
    message: text(),
    createdAt: instant('created_at').notNull(),
    answeredAt: instant('answered_at'),
    endedAt: instant('ended_at'),
    endedBy: uuid('ended_by').references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [
    // Decisions: one live connection per pair, whoever presses when.
    uniqueIndex('connections_live_key')
      .on(table.clientId, table.providerId)
      .where(sql`${table.state} in ('pending', 'accepted')`),
    index('connections_client_idx').on(table.clientId, table.createdAt),
    index('connections_provider_idx').on(table.providerId, table.createdAt),
    index('connections_pair_idx').on(table.clientId, table.providerId),
    check('connections_two_people', sql`${table.clientId} <> ${table.providerId}`),
  ],
)

/** Who wants nothing to do with whom. */
export const blocks = pgTable(
  'blocks',
  {
    blockerId: uuid('blocker_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    blockedId: uuid('blocked_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.blockerId, table.blockedId] }),
    index('blocks_blocked_id_idx').on(table.blockedId),
    check('blocks_two_people', sql`${table.blockerId} <> ${table.blockedId}`),
  ],
)
