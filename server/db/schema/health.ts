import { sql } from 'drizzle-orm'
import {
  bigint,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
  foreignKey,
} from 'drizzle-orm/pg-core'
import type { LocalDate } from '#contract/local-date.ts'
import type { QuestAnswer, QuestResult } from '#contract/quests/model.ts'
import type { TrackerType } from '#contract/trackers/catalog.ts'
import type { ImportSource } from '#contract/trackers/import.ts'
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
    /** The import that brought it from another app: it earns nothing, and goes with its import. */
    importId: uuid('import_id'),
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

/** Pictures beside answers whose person chose to keep them with the account: for nobody but them. */
export const trackerPictures = pgTable(
  'tracker_pictures',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Of the operation that keeps it. */
    id: uuid().notNull(),
    /** Null until that operation has come; a picture whose operation never does is swept away. */
    trackerType: text('tracker_type').$type<TrackerType>(),
    day: date({ mode: 'string' }).$type<LocalDate>(),
    blobKey: text('blob_key').notNull(),
    /** SHA-256 in hex of what was sent: the same id with another file is refused. */
    sentHash: text('sent_hash').notNull(),
    bytes: integer().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    uniqueIndex('tracker_pictures_day_idx').on(table.userId, table.trackerType, table.day),
    index('tracker_pictures_waiting_idx')
      .on(table.createdAt)
      .where(sql`${table.day} is null`),
  ],
)

/** What a person brought from other apps. One that was taken back stays, so that a part of it that comes late is not taken. */
export const trackerImports = pgTable(
  'tracker_imports',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    importId: uuid('import_id').notNull(),
    /** Null where nothing of it came before it was taken back. */
    source: text().$type<ImportSource>(),
    importedAt: timestamp('imported_at', { withTimezone: true }).notNull(),
    undoneAt: timestamp('undone_at', { withTimezone: true }),
  },
  (table) => [primaryKey({ columns: [table.userId, table.importId] })],
)

const localDay = (name: string) => date(name, { mode: 'string' }).$type<LocalDate>()

/** Quests played to their end: health data of young people, read by nobody but them and whom they show a result. */
export const questResponses = pgTable(
  'quest_responses',
  {
    /** The id of the operation that brought it; another person's device may have made the same one. */
    id: uuid().notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    questId: smallint('quest_id').notNull(),
    version: smallint().notNull(),
    answers: jsonb().$type<readonly QuestAnswer[]>().notNull(),
    /** What the engine said of them, by their version. */
    result: jsonb().$type<QuestResult>().notNull(),
    playPoints: integer('play_points').notNull(),
    /** What the account earned for it. */
    points: integer().notNull(),
    /** The person's own calendar day, as their device saw it. */
    takenOn: localDay('taken_on').notNull(),
    /** The day that its points count for; null for one that earned none. */
    earnedOn: localDay('earned_on'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.id] }),
    index('quest_responses_user_id_quest_id_idx').on(table.userId, table.questId),
  ],
)

/** Which care provider may see which result; gone the moment it is taken back. */
export const questShares = pgTable(
  'quest_shares',
  {
    userId: uuid('user_id').notNull(),
    responseId: uuid('response_id').notNull(),
    providerId: uuid('provider_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sharedAt: timestamp('shared_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.responseId, table.providerId] }),
    foreignKey({
      name: 'quest_shares_response_fkey',
      columns: [table.userId, table.responseId],
      foreignColumns: [questResponses.userId, questResponses.id],
    }).onDelete('cascade'),
    index('quest_shares_provider_id_idx').on(table.providerId, table.userId),
  ],
)
