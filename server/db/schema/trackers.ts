import { date, pgTable, primaryKey, smallint, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { LocalDate } from '#contract/local-date.ts'
import type { TrackerType } from '#contract/trackers/catalog.ts'
import type { TrackerScore } from '#contract/trackers/model.ts'
import { users } from './account.ts'

export const trackerEntries = pgTable(
  'tracker_entries',
  {
    /** The id of the operation that recorded it; another person's device may have made the same one. */
    opId: uuid('op_id').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    trackerType: text('tracker_type').$type<TrackerType>().notNull(),
    answer: text().notNull(),
    score: smallint().$type<TrackerScore>().notNull(),
    /** The person's own calendar day, as their device saw it. */
    day: date({ mode: 'string' }).$type<LocalDate>().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.trackerType, table.day] })],
)
