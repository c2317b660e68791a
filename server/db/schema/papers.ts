import {
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import type { FileKind } from '#contract/file-rule.ts'
import type { ReadReason, SeenThing } from '#contract/sharing/model.ts'
import { users } from './account.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

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
    // Rows come in the order of time, which the daily upkeep asks for: a summary per range of pages will do.
    index('access_log_at_idx').using('brin', table.at),
  ],
)
