import {
  boolean,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from './account.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
const person = (name: string) =>
  uuid(name)
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })
const ofPack = () =>
  uuid('pack_id')
    .notNull()
    .references(() => packs.id, { onDelete: 'cascade' })

/** Articles that a care provider sent, with words of their own, which never change. */
export const packs = pgTable(
  'packs',
  {
    id: uuid().primaryKey(),
    providerId: person('provider_id'),
    title: text().notNull(),
    note: text().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('packs_provider_id_idx').on(table.providerId, table.id)],
)

/** The articles of packs, by ids alone: one that is gone leaves its place. */
export const packItems = pgTable(
  'pack_items',
  {
    packId: ofPack(),
    position: smallint().notNull(),
    articleId: uuid('article_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.packId, table.position] })],
)

/** Who got a pack. A receiver knows it by an id of their own, so that two of them have nothing to compare. */
export const packReceivers = pgTable(
  'pack_receivers',
  {
    id: uuid().primaryKey(),
    packId: ofPack(),
    userId: person('user_id'),
    /** Whether an adult sent it to somebody under 18, decided by a trigger: it goes only once it is sealed. */
    toMinor: boolean('to_minor').notNull().default(false),
    /** When a phone of theirs fetched it first. */
    receivedAt: instant('received_at'),
  },
  (table) => [
    uniqueIndex('pack_receivers_person_key').on(table.packId, table.userId),
    index('pack_receivers_user_id_idx').on(table.userId, table.id),
  ],
)
