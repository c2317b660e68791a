import { index, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { NoticeKind } from '#contract/notices/model.ts'
import { users } from './account.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** What people are told of: ids alone, so that a name or an image is as it is now. */
export const notices = pgTable(
  'notices',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    actorId: uuid('actor_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<NoticeKind>().notNull(),
    aboutId: uuid('about_id').notNull(),
    createdAt: instant('created_at').notNull(),
    readAt: instant('read_at'),
  },
  (table) => [
    uniqueIndex('notices_about_key').on(table.userId, table.kind, table.aboutId),
    index('notices_newest_idx').on(table.userId, table.createdAt),
    index('notices_actor_id_idx').on(table.actorId),
    // Rows come in the order of time, which the daily upkeep asks for: a summary per range of pages will do.
    index('notices_created_at_idx').using('brin', table.createdAt),
  ],
)
