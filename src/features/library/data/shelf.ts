import type { Article } from '#contract/library/model.ts'
import type { CachedArticle, ShelfRow } from '#src/offline/features/library.ts'
import {
  dropAttachment,
  cachedAttachment,
  saveAttachment,
  isAttachmentSaved,
} from '#src/offline/files/library-files.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { withinQuota } from '#src/offline/storage/quota.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { readArticle, restoreArticle } from './library-store.ts'

/** An article on the shelf, and what it takes. */
export interface ShelfItem {
  readonly article: CachedArticle
  readonly row: ShelfRow
  /** Text and saved file together. */
  readonly bytes: number
  /** It was saved with its file, and the browser has let go of it since. */
  readonly fileLost: boolean
}

/** Everything that was opened or saved here. */
export async function shelfIds(db: UserDatabase): Promise<ReadonlySet<string>> {
  return new Set(await db.shelf.toCollection().primaryKeys())
}

/** For a live query. */
export async function readShelfRow(db: UserDatabase, id: string): Promise<ShelfRow | undefined> {
  return await db.shelf.get(id)
}

/** The shelf with its sizes, the saved ones first and then the last opened. */
export async function readShelf(db: UserDatabase): Promise<readonly ShelfItem[]> {
  const rows = await db.shelf.toArray()
  const items = await Promise.all(rows.map((row) => shelfItem(db.viewerId, row)))
  return items.flatMap((item) => item ?? []).toSorted(bySavedThenOpened)
}

/** The article was opened: it stays readable here. */
export async function noteOpened(db: UserDatabase, id: string, nowMs: number): Promise<void> {
  await change(db, id, (row) => ({ ...row, openedAtMs: nowMs }))
}

/** How far the person has read, from 0 to 1. */
export async function notePosition(db: UserDatabase, id: string, position: number): Promise<void> {
  await change(db, id, (row) => ({ ...row, position }))
}

/**
 * Saves an article with its file. Throws `StorageFullError` when there is no room, and as the fetch does; then nothing
 * of it is saved.
 */
export async function saveOffline(
  db: UserDatabase,
  article: Article,
  nowMs: number,
): Promise<void> {
  const { _id, attachment } = article
  const file = attachment === null ? undefined : await saveAttachment(attachment)
  try {
    const saved = (row: ShelfRow) => ({ ...row, openedAtMs: row.openedAtMs || nowMs, saved: true })
    await change(db, _id, saved)
    // The copy of the library may have been begun anew while the file came.
    await restoreArticle(db.viewerId, article)
  } catch (error) {
    if (attachment !== null && file === 'saved') await dropAttachment(attachment)
    throw error
  }
}

/** Whether an article is saved here and all of it is still there: the browser may have let go of its file. */
export async function isSaved(
  article: Article | undefined,
  row: ShelfRow | undefined,
): Promise<boolean> {
  if (!article || !row?.saved) return false
  const { attachment } = article
  return attachment === null || (await isAttachmentSaved(attachment))
}

/** Takes an article off the shelf, with its file. */
export async function takeOff(db: UserDatabase, { _id, attachment }: Article): Promise<void> {
  await userTransaction(db, [db.shelf], () => db.shelf.delete(_id))
  if (attachment !== null) await dropAttachment(attachment)
}

/** It takes no room from the files that are saved here. */
async function change(
  db: UserDatabase,
  articleId: string,
  next: (row: ShelfRow) => ShelfRow,
): Promise<void> {
  await withinQuota(() =>
    userTransaction(db, [db.shelf], async () => {
      const row = await db.shelf.get(articleId)
      await db.shelf.put(next(row ?? { articleId, openedAtMs: 0, saved: false, position: 0 }))
    }),
  )
}

async function shelfItem(viewerId: string, row: ShelfRow): Promise<ShelfItem | undefined> {
  const article = await readArticle(viewerId, row.articleId)
  if (!article) return undefined
  const { attachment } = article
  const file = attachment === null ? undefined : await cachedAttachment(attachment)
  return {
    article,
    row,
    bytes: new TextEncoder().encode(article.title + article.content).length + (file?.size ?? 0),
    fileLost: row.saved && !(await isSaved(article, row)),
  }
}

function bySavedThenOpened(a: ShelfItem, b: ShelfItem): number {
  return Number(b.row.saved) - Number(a.row.saved) || b.row.openedAtMs - a.row.openedAtMs
}
