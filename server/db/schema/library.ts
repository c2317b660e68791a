import { sql } from 'drizzle-orm'
import {
  bigint,
  customType,
  index,
  jsonb,
  pgTable,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
  boolean,
  primaryKey,
} from 'drizzle-orm/pg-core'
import type { ArticleFormat } from '#contract/library/blocks.ts'
import type { RemovedItem } from '#contract/library/library-api.ts'
import type { AttachmentFacts, WellnessCategory } from '#contract/library/model.ts'
import { languageColumn, users } from './account.ts'

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
const seq = () => bigint({ mode: 'number' })
/** Written as SQL; never read. */
const searchVector = customType<{ data: never }>({ dataType: () => 'tsvector' })

/**
 * Articles and videos: one table, since everything but their fields is the same for both. Ids grow with time, so the
 * newest come first by id alone. A trigger on `users` gives an author's items new places in the feed when what is
 * shown of the author, or whether they are listed, has changed.
 */
export const libraryItems = pgTable(
  'library_items',
  {
    id: uuid().primaryKey(),
    kind: text().$type<RemovedItem['kind']>().notNull(),
    authorId: uuid('author_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    category: text().$type<WellnessCategory>().notNull(),
    /** Empty for a video, which has none. */
    title: text().notNull(),
    /** An article's content, or a video's description. */
    body: text().notNull(),
    format: text().$type<ArticleFormat>().notNull(),
    /** The 11 characters of a video; null for an article. */
    videoId: text('video_id'),
    /** The file name below `/uploads/`: new for each file, so that it never changes its content. */
    attachment: text(),
    attachmentFacts: jsonb('attachment_facts').$type<AttachmentFacts>(),
    /** Its place in the feed of changes: given under the lock of `library_head`, so no reader ever passes one by. */
    seq: seq().notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** The folded words of title and author alone: small, so that a search for common words stays fast. */
    headWords: searchVector('head_words').notNull(),
    /** The folded words of title, author and text, with their weights. */
    allWords: searchVector('all_words').notNull(),
    /** The `foldVersion` of these two; 0 where a build wrote them that had none. */
    fold: smallint().notNull().default(0),
    /** What it is written in. */
    language: languageColumn().notNull().default('en'),
  },
  (table) => [
    index('library_items_kind_idx').on(table.kind, table.id),
    index('library_items_category_idx').on(table.kind, table.category, table.id),
    index('library_items_language_idx').on(table.kind, table.language, table.id),
    index('library_items_author_idx').on(table.authorId, table.kind, table.id),
    index('library_items_seq_idx').on(table.seq),
    index('library_items_video_idx')
      .on(table.videoId)
      .where(sql`${table.videoId} is not null`),
    uniqueIndex('library_items_attachment_key').on(table.attachment),
    // Without the list of pending words, which the embedded database has nobody to empty.
    index('library_items_head_words_idx').using('gin', table.headWords).with({ fastupdate: false }),
    index('library_items_fold_idx').on(table.fold),
    index('library_items_all_words_idx').using('gin', table.allWords).with({ fastupdate: false }),
  ],
)

/** The newest place of the feed, in one row: whoever changes the library takes it first and keeps it to the commit. */
export const libraryHead = pgTable('library_head', {
  id: smallint().primaryKey(),
  seq: seq().notNull(),
})

/** Items that are gone, by their ids alone: copies on devices learn of it, and nobody is named. */
export const libraryRemovals = pgTable(
  'library_removals',
  {
    id: uuid().primaryKey(),
    kind: text().$type<RemovedItem['kind']>().notNull(),
    reason: text().$type<'deleted' | 'author_deleted'>().notNull(),
    seq: seq().notNull(),
    removedAt: instant('removed_at').notNull(),
  },
  (table) => [index('library_removals_seq_idx').on(table.seq)],
)

/** The video in which a provider introduces themself. */
export const introVideos = pgTable(
  'intro_videos',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    videoId: text('video_id').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('intro_videos_user_id_key').on(table.userId),
    index('intro_videos_video_id_idx').on(table.videoId),
  ],
)

/** Pictures of videos that were fetched once, so that no reader's address goes anywhere. */
export const videoThumbnails = pgTable('video_thumbnails', {
  videoId: text('video_id').primaryKey(),
  blobKey: text('blob_key').notNull(),
  fetchedAt: instant('fetched_at').notNull(),
})

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
