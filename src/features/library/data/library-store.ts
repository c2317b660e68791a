import type { LibraryChanges } from '#contract/library/library-api.ts'
import { articleSchema, videoSchema, type Article, type Video } from '#contract/library/model.ts'
import type { CachedArticle, LibraryCursor } from '#src/offline/features/library.ts'
import { readHidden } from '#src/offline/features/safety.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { parseRows } from '#src/offline/storage/parse-rows.ts'
import { withinQuota } from '#src/offline/storage/quota.ts'
import { sharedDatabase, type SharedDatabase } from '#src/offline/storage/shared-database.ts'

/** A list of the library as this device stored it, newest first. */
export interface StoredItems<Item> {
  readonly items: readonly Item[]
  /** Epoch milliseconds of the last successful read of the server. */
  readonly asOfMs: number
  /** The oldest item that has come; null where nothing older is at the server. */
  readonly oldest: string | null
}

/** The newest articles; undefined before the first time. For a live query. */
export async function readArticles(viewerId: string): Promise<StoredItems<Article> | undefined> {
  const db = sharedDatabase()
  return await db.transaction('r', db.facts, db.articles, async () => {
    const cursor = await readCursor(viewerId)
    if (!cursor) return undefined
    const oldest = cursor.oldest.article
    const rows = (await db.articles.orderBy('_id').toArray()).toReversed()
    const listed = rows.filter((row) => !row.gone && (oldest === null || row._id >= oldest))
    return { items: parseRows(articleSchema, listed), asOfMs: cursor.asOfMs, oldest }
  })
}

/** The newest videos; undefined before the first time. For a live query. */
export async function readVideos(viewerId: string): Promise<StoredItems<Video> | undefined> {
  const db = sharedDatabase()
  return await db.transaction('r', db.facts, db.videos, async () => {
    const cursor = await readCursor(viewerId)
    if (!cursor) return undefined
    const rows = (await db.videos.orderBy('_id').toArray()).toReversed()
    const { asOfMs, oldest } = cursor
    return { items: parseRows(videoSchema, rows), asOfMs, oldest: oldest.video }
  })
}

/** Every article that is on this device, those of the shelf too. */
export async function readAllArticles(viewerId: string): Promise<readonly Article[]> {
  if (!(await readCursor(viewerId))) return []
  return parseRows(articleSchema, await sharedDatabase().articles.toArray())
}

/**
 * Those of them that the server offers still, but for those of whom the person has blocked, newest first; undefined before
 * the first time. For a live query.
 */
export async function readOfferedArticles(
  db: UserDatabase,
): Promise<readonly Article[] | undefined> {
  if (!(await readCursor(db.viewerId))) return undefined
  const hidden = await readHidden(db)
  const rows = await sharedDatabase().articles.toArray()
  return parseRows(
    articleSchema,
    rows.filter(({ gone, author }) => !gone && !hidden.has(author._id)),
  ).toReversed()
}

/** One stored article. For a live query. */
export async function readArticle(
  viewerId: string,
  id: string,
): Promise<CachedArticle | undefined> {
  if (!(await readCursor(viewerId))) return undefined
  const row = await sharedDatabase().articles.get(id)
  const article = parseRows(articleSchema, [row])[0]
  return article && { ...article, gone: row?.gone }
}

export async function readCursor(viewerId: string): Promise<LibraryCursor | undefined> {
  const row = await sharedDatabase().facts.get('library')
  return row?.key === 'library' && row.viewerId === viewerId ? row : undefined
}

/** Starts a copy of the library anew; of what was stored before, only the shelf stays. Rejects when the disk is full. */
export async function startCopy(
  cursor: LibraryCursor,
  lists: { articles: readonly Article[]; videos: readonly Video[] },
  shelf: ReadonlySet<string>,
): Promise<void> {
  await writing(async (db) => {
    // What was stored for another person is not shown to this one.
    if (!(await readCursor(cursor.viewerId))) await db.articles.clear()
    await db.articles.filter(({ _id }) => !shelf.has(_id)).delete()
    await db.videos.clear()
    await db.articles.bulkPut(lists.articles)
    await db.videos.bulkPut(lists.videos)
    await db.facts.put({ key: 'library', ...cursor })
  })
}

/** Adds older items to a list, down to `oldest`. */
export async function addOlder(
  viewerId: string,
  older: { articles?: readonly Article[]; videos?: readonly Video[] },
  oldest: Partial<LibraryCursor['oldest']>,
): Promise<void> {
  await writing(async (db) => {
    const cursor = await readCursor(viewerId)
    if (!cursor) return
    await db.articles.bulkPut(older.articles ?? [])
    await db.videos.bulkPut(older.videos ?? [])
    await db.facts.put({ key: 'library', ...cursor, oldest: { ...cursor.oldest, ...oldest } })
  })
}

/** Applies what has changed at the server. What was opened here stays and is marked when it is gone there. */
export async function takeChanges(
  viewerId: string,
  changes: LibraryChanges,
  { shelf, asOfMs }: { shelf: ReadonlySet<string>; asOfMs: number },
): Promise<void> {
  await writing(async (db) => {
    const cursor = await readCursor(viewerId)
    if (!cursor) return
    const { oldest } = cursor
    await db.articles.bulkPut(
      changes.articles.filter(({ _id }) => reaches(oldest.article, _id) || shelf.has(_id)),
    )
    await db.videos.bulkPut(changes.videos.filter(({ _id }) => reaches(oldest.video, _id)))
    for (const { _id, kind, reason } of changes.removed) {
      if (kind === 'video') await db.videos.delete(_id)
      else if (shelf.has(_id)) await markGone(db, _id, reason)
      else await db.articles.delete(_id)
    }
    const { next: since, apart = cursor.apart } = changes
    await db.facts.put({ key: 'library', ...cursor, since, apart, asOfMs })
  })
}

/** Stores one article as the server just sent it. */
export async function saveArticle(viewerId: string, article: Article): Promise<void> {
  await writing(async (db) => {
    if (await readCursor(viewerId)) await db.articles.put(article)
  })
}

/** Stores one article as this device knew it, where it has none any more. */
export async function restoreArticle(viewerId: string, article: CachedArticle): Promise<void> {
  await writing(async (db) => {
    if (!(await readCursor(viewerId)) || (await db.articles.get(article._id))) return
    await db.articles.put(article)
  })
}

/** For an article that the server does not have, which may have any cause: on the shelf it stays, with the cause that is known. */
export async function dropArticle(viewerId: string, id: string, onShelf: boolean): Promise<void> {
  await writing(async (db) => {
    if (!(await readCursor(viewerId))) return
    if (!onShelf) await db.articles.delete(id)
    else if (!(await db.articles.get(id))?.gone) await db.articles.update(id, { gone: 'hidden' })
  })
}

/** Deletes the oldest articles beyond `storedMax` that are on no shelf. */
export async function pruneArticles(
  viewerId: string,
  storedMax: number,
  shelf: ReadonlySet<string>,
): Promise<void> {
  await writing(async (db) => {
    const cursor = await readCursor(viewerId)
    if (!cursor) return
    const ids = (await db.articles.orderBy('_id').primaryKeys()).toReversed()
    const listed = ids.filter((id) => reaches(cursor.oldest.article, id))
    const last = listed[storedMax - 1]
    if (last === undefined || listed.length <= storedMax) return
    await db.articles.bulkDelete(ids.filter((id) => id < last && !shelf.has(id)))
    const oldest = { ...cursor.oldest, article: last }
    await db.facts.put({ key: 'library', ...cursor, oldest })
  })
}

/** The name of an author who has left Zync goes too. */
async function markGone(
  db: SharedDatabase,
  id: string,
  gone: NonNullable<CachedArticle['gone']>,
): Promise<void> {
  const article = await db.articles.get(id)
  if (!article) return
  const unnamed = { firstname: '', lastname: '', specialization: null, profileImg: null }
  const author = gone === 'author_deleted' ? { ...article.author, ...unnamed } : article.author
  await db.articles.put({ ...article, author, gone })
}

function reaches(oldest: string | null, id: string): boolean {
  return oldest === null || id >= oldest
}

/** What the server has takes no room from the files that are saved here. */
async function writing(write: (db: SharedDatabase) => Promise<void>): Promise<void> {
  const db = sharedDatabase()
  await withinQuota(() => db.transaction('rw', db.facts, db.articles, db.videos, () => write(db)))
}
