import { and, eq, sql } from 'drizzle-orm'
import type { Language } from '#contract/language.ts'
import type { ArticleFormat } from '#contract/library/blocks.ts'
import type { PageQuery } from '#contract/library/library-api.ts'
import type { CategoryFilter, AttachmentFacts, WellnessCategory } from '#contract/library/model.ts'
import type { Queryable, Transaction } from '#server/db/orm.ts'
import { users } from '#server/db/schema/account.ts'
import { libraryHead, libraryItems, libraryRemovals } from '#server/db/schema/library.ts'
import { libraryWords } from '#server/db/search-words.ts'
import { blockedWith } from '#server/features/connections/index.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import type { Actor } from '#server/http/session/caller.ts'
import {
  libraryItem,
  libraryItemByAttachment,
  libraryPage,
  libraryShelf,
  type ItemKind,
  type ItemRow,
} from './library.sql.ts'
import type { ItemFacts, Shelf } from './policy.ts'

/** Which items a list is of. */
export interface ListOf {
  readonly kind: ItemKind
  readonly category?: CategoryFilter
  readonly authorId?: string
  /** Those in this language alone. */
  readonly language?: Language | undefined
}

/** Greater than every id. */
const afterAll = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** A page of what this viewer may read, newest first. */
export async function pageOfItems(
  client: Queryable,
  { viewerId, apart }: Sight,
  { kind, category = 'All', authorId, language }: ListOf,
  { before = afterAll, limit }: PageQuery,
): Promise<ItemRow[]> {
  const values = [kind, before, viewerId, limit, apart]
  if (authorId !== undefined) return libraryPage.author.all(client, [...values, authorId])
  if (language === undefined) {
    if (category === 'All') return libraryPage.all.all(client, values)
    return libraryPage.category.all(client, [...values, category])
  }
  if (category === 'All') return libraryPage.language.all(client, [...values, language])
  return libraryPage.categoryLanguage.all(client, [...values, category, language])
}

/** An item, whoever may read it; undefined where there is none of that kind. */
export async function itemById(
  client: Queryable,
  kind: ItemKind,
  id: string,
): Promise<ItemRow | undefined> {
  return libraryItem.first(client, [id, kind])
}

/** The article that has this attachment. */
export async function itemByAttachment(
  client: Queryable,
  attachment: string,
): Promise<ItemRow | undefined> {
  return libraryItemByAttachment.first(client, [attachment])
}

/** Whether somebody is an author whose shelf others may look at; undefined for nobody. */
export async function shelfOf(
  client: Queryable,
  userId: string,
): Promise<{ authorId: string; listed: boolean } | undefined> {
  return libraryShelf.first(client, [userId])
}

/** How the library looks to one person: what those published with whom they have a block is as if unlisted. */
export interface Sight {
  readonly viewerId: string
  /** Authors with a block between them and the viewer, whichever of the two made it. */
  readonly apart: readonly string[]
  readonly seen: <T extends ItemFacts>(facts: T) => T
}

/** Reads once from whom a block keeps the viewer apart. */
export async function asSeenBy(
  client: Queryable,
  { userId }: Pick<Actor, 'userId'>,
): Promise<Sight> {
  const apart = await blockedWith(client, userId)
  return {
    viewerId: userId,
    apart,
    seen: (facts) => (apart.includes(facts.authorId) ? { ...facts, listed: false } : facts),
  }
}

/** The record, or `not_found` in its place. */
export function found<T>(record: T | undefined): T {
  if (record === undefined) throw new ProblemError('not_found')
  return record
}

/** What an author writes of an item. */
export interface WrittenItem {
  /** Empty for a video. */
  readonly title: string
  readonly body: string
  readonly format: ArticleFormat
  readonly category: WellnessCategory
  readonly videoId: string | null
  /** Unset by builds from before there were languages: the author's own for what is new, else what it was. */
  readonly language?: Language | undefined
}

export interface NewItem extends WrittenItem {
  readonly id: string
  readonly kind: ItemKind
  readonly attachment: string | null
  readonly attachmentFacts: AttachmentFacts | null
}

/**
 * Every writer locks in one order: the author's row, the head of the feed, then items. Without it two of them could
 * wait for each other.
 */
export async function nextSeqs(tx: Transaction, count: number): Promise<number> {
  const [head] = await tx
    .update(libraryHead)
    .set({ seq: sql`${libraryHead.seq} + ${count}` })
    .returning({ seq: libraryHead.seq })
  if (!head) throw new Error('The library has lost its head row')
  return head.seq - count + 1
}

/** Puts an item on its author's shelf; `'gone'` for an author whose account was deleted meanwhile. */
export async function insertItem(
  tx: Transaction,
  shelf: Authorized<Shelf>,
  item: NewItem,
  at: Date,
): Promise<'inserted' | 'gone'> {
  const [author] = await tx
    .select({ firstname: users.firstname, lastname: users.lastname, language: users.language })
    .from(users)
    .where(eq(users.id, shelf.authorId))
    .for('key share')
  if (!author) return 'gone'
  await tx.insert(libraryItems).values({
    ...item,
    language: item.language ?? author.language,
    authorId: shelf.authorId,
    seq: await nextSeqs(tx, 1),
    createdAt: at,
    updatedAt: at,
    ...libraryWords(item, author),
  })
  return 'inserted'
}

/** What an author puts in the place of an item's words. */
export interface ItemEdit {
  readonly written: WrittenItem
  /** The moment of the words that the edit began with; of newer ones none is written over. */
  readonly seenUpdatedAt: string | undefined
}

/**
 * Replaces what is written of an item; `'missed'` when it was deleted meanwhile, or is newer than what was seen. The moment
 * of a change is later than that of the one before, whatever the clock says.
 */
export async function updateItem(
  tx: Transaction,
  row: Authorized<ItemRow>,
  { written, seenUpdatedAt }: ItemEdit,
  at: Date,
): Promise<'updated' | 'missed'> {
  const seq = await nextSeqs(tx, 1)
  const before = libraryItems.updatedAt
  const later = sql`greatest(${at.toISOString()}::timestamptz, ${before} + interval '1 millisecond')`
  const seen =
    seenUpdatedAt && sql`date_trunc('milliseconds', ${before}) = ${seenUpdatedAt}::timestamptz`
  const changed = await tx
    .update(libraryItems)
    .set({ ...written, seq, updatedAt: later, ...libraryWords(written, row) })
    .where(and(eq(libraryItems.id, row.id), seen || undefined))
  return changed.rowCount === 1 ? 'updated' : 'missed'
}

/** Deletes an item and leaves its trace in the feed; `'gone'` when somebody was faster. */
export async function deleteItem(
  tx: Transaction,
  { id, kind }: Authorized<ItemRow>,
  at: Date,
): Promise<'deleted' | 'gone'> {
  const seq = await nextSeqs(tx, 1)
  const removed = await tx.delete(libraryItems).where(eq(libraryItems.id, id))
  if (removed.rowCount !== 1) return 'gone'
  await tx.insert(libraryRemovals).values({ id, kind, reason: 'deleted', seq, removedAt: at })
  return 'deleted'
}
