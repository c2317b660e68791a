import {
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import type { LocalDate } from '#contract/local-date.ts'
import type { QuestAnswer, QuestResult } from '#contract/quests/model.ts'
import { users } from './account.ts'

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
