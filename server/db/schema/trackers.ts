import {
  bigint,
  date,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import type { LocalDate } from '#contract/local-date.ts'
import type { TrackerType } from '#contract/trackers/catalog.ts'
import type { TrackerScore } from '#contract/trackers/model.ts'
import type { ReplacedWords } from '#contract/trackers/note.ts'
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

/** What a person writes beside the answers of their days: for nobody but them. An emptied one stays as a trace for their other devices. */
export const trackerNotes = pgTable(
  'tracker_notes',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    trackerType: text('tracker_type').$type<TrackerType>().notNull(),
    day: date({ mode: 'string' }).$type<LocalDate>().notNull(),
    feelings: text().array().notNull(),
    tags: text().array().notNull(),
    ownTags: text('own_tags').array().notNull(),
    note: text().notNull(),
    /** The operation that wrote it. */
    rev: uuid().notNull(),
    /** Counts the writes of one person. */
    version: bigint({ mode: 'number' }).notNull(),
    /** What other devices had written and this one had not seen, until the person decides. */
    replaced: jsonb().$type<readonly ReplacedWords[]>().notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.trackerType, table.day] }),
    index('tracker_notes_user_id_version_idx').on(table.userId, table.version),
  ],
)
