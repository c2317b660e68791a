import {
  boolean,
  customType,
  index,
  pgTable,
  smallint,
  text,
  timestamp,
  uuid,
  integer,
  primaryKey,
} from 'drizzle-orm/pg-core'
import type { FileKind } from '#contract/file-rule.ts'
import type { ReadReason, SeenThing } from '#contract/sharing/model.ts'
import { users } from './account.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
/** Compared by code points: the same order on every database, and one that an index can serve. */
const plainText = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

/** A care provider's line in the directory, with what it is found and sorted by; their name and image are in `users`. */
export const providers = pgTable(
  'providers',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    specialization: text().notNull(),
    gender: text().notNull(),
    country: text().notNull(),
    languages: text().array().notNull().default([]),
    /** What the provider says; it counts only together with the clearance. */
    seesMinors: boolean('sees_minors').notNull().default(false),
    minorsClearedAt: instant('minors_cleared_at'),
    /** Since when the wish to see minors waits for a superAdmin; null once it is answered or taken back. */
    minorsAskedAt: instant('minors_asked_at'),
    /** When a superAdmin accepted their papers; null where nobody has looked at them. */
    reviewedAt: instant('reviewed_at'),
    joinedAt: instant('joined_at').notNull(),
    /** `searchKey` of the name as it is shown. */
    nameKey: plainText('name_key').notNull(),
    /** `providerSearchText`, and every run of one to three characters in its words and in the specialty's other names. */
    searchText: plainText('search_text').notNull(),
    searchGrams: text('search_grams').array().notNull(),
    /** The `foldVersion` of these three; 0 where a build wrote them that had none. */
    fold: smallint().notNull().default(0),
    /** `lookAlikeKey` of the name and of the username; null until the next start for those of an older version. */
    nameLook: plainText('name_look'),
    usernameLook: plainText('username_look'),
  },
  (table) => [
    index('providers_name_idx').on(table.nameKey, table.userId),
    index('providers_specialty_name_idx').on(table.specialization, table.nameKey, table.userId),
    index('providers_newest_idx').on(table.joinedAt, table.userId),
    index('providers_specialty_newest_idx').on(table.specialization, table.joinedAt, table.userId),
    index('providers_name_look_idx').on(table.nameLook),
    index('providers_username_look_idx').on(table.usernameLook),
    index('providers_search_idx').using('gin', table.searchGrams),
    index('providers_fold_idx').on(table.fold),
  ],
)

export const paperNames = ['resume', 'workLicense'] as const
export type PaperName = (typeof paperNames)[number]

/** What a care provider sends along to be reviewed; the bytes are in the blob store. */
export const providerPapers = pgTable(
  'provider_papers',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    paper: text().$type<PaperName>().notNull(),
    blobKey: text('blob_key').notNull(),
    kind: text().$type<FileKind>().notNull(),
    bytes: integer().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.paper] })],
)

/** Who looked at what of somebody else; that person can read it. */
export const accessLog = pgTable(
  'access_log',
  {
    id: uuid().primaryKey(),
    subjectId: uuid('subject_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    actorId: uuid('actor_id').references(() => users.id, { onDelete: 'set null' }),
    what: text().$type<SeenThing>().notNull(),
    /** Which quest's result it was. */
    questId: smallint('quest_id'),
    /** Which one it was, of what a person has several of. */
    itemId: uuid('item_id'),
    /** Why, where it was one of our team. */
    reason: text().$type<ReadReason>(),
    at: instant('at').notNull(),
  },
  (table) => [
    index('access_log_subject_idx').on(table.subjectId, table.at, table.id),
    index('access_log_actor_idx').on(table.actorId),
    // Rows come in the order of time, which the daily upkeep asks for: a summary per range of pages will do.
    index('access_log_at_idx').using('brin', table.at),
  ],
)
