import { eq, sql } from 'drizzle-orm'
import type { Language } from '#contract/language.ts'
import type { AttachmentFacts } from '#contract/library/attachment.ts'
import type { ArticleFormat } from '#contract/library/blocks.ts'
import type { WellnessCategory } from '#contract/library/category.ts'
import { libraryWords } from '#server/db/library-words.ts'
import type { Transaction } from '#server/db/orm.ts'
import { users } from '#server/db/schema/account.ts'
import { libraryHead, libraryItems, libraryRemovals } from '#server/db/schema/library.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import type { ItemKind, ItemRow } from './library.sql.ts'
import type { Shelf } from './policy.ts'

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

/** Replaces what is written of an item; `'gone'` when it was deleted meanwhile. */
export async function updateItem(
  tx: Transaction,
  row: Authorized<ItemRow>,
  written: WrittenItem,
  at: Date,
): Promise<'updated' | 'gone'> {
  const seq = await nextSeqs(tx, 1)
  const changed = await tx
    .update(libraryItems)
    .set({ ...written, seq, updatedAt: at, ...libraryWords(written, row) })
    .where(eq(libraryItems.id, row.id))
  return changed.rowCount === 1 ? 'updated' : 'gone'
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
