import * as v from 'valibot'
import { articlesApi, videosApi } from '#contract/library/items-api.ts'
import { pageItemsMax, libraryApi } from '#contract/library/library-api.ts'
import { smallAttachment, itemIdSchema, type Article, type Video } from '#contract/library/model.ts'
import { defineRemote, isNotFound, notFound, defineResource } from '#src/data/resource.ts'
import { callApi } from '#src/offline/api/api.ts'
import { libraryShape, type LibraryCursor } from '#src/offline/features/library.ts'
import { loadAttachment } from '#src/offline/files/library-files.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'
import {
  addOlder,
  saveArticle,
  dropArticle,
  pruneArticles,
  readArticle,
  readArticles,
  readCursor,
  readVideos,
  startCopy,
  takeChanges,
} from './library-store.ts'
import { isSaved, readShelfRow, shelfIds } from './shelf.ts'

/** Issue 5: so many of the newest articles can be read offline; of the videos as many. */
const newestMax = 300
const limit = String(pageItemsMax)
/** So many come after a login, before anybody opens the library. */
const firstMax = 25

/** The newest articles. */
export const articlesResource = defineResource({
  key: 'library.articles',
  read: (db) => readArticles(db.viewerId),
  refresh: refreshWithPictures,
})

/** The newest videos. */
export const videosResource = defineResource({
  key: 'library.videos',
  read: (db) => readVideos(db.viewerId),
  refresh: refreshWithPictures,
})

/**
 * One article, how far it was read and whether all of it is saved here; the refresh rejects with the problem `not_found` where
 * the server has none.
 */
export const articleResource = defineResource({
  key: 'library.article',
  read: async (db, id: string) => {
    const [article, row] = await Promise.all([readArticle(db.viewerId, id), readShelfRow(db, id)])
    return article && { article, row, saved: await isSaved(article, row) }
  },
  refresh: async (db, token, id: string) => {
    if ((await refreshArticle(db, token, id)) === 'missing') throw notFound()
  },
})

/** One article as the server has it at this moment, for whoever is about to change it. */
export const latestArticleRemote = defineRemote<Article, [id: string]>({
  fetch: async (token, id) => await callApi(articlesApi.getArticle, { params: { id } }, { token }),
})

async function refreshWithPictures(db: UserDatabase, token: string): Promise<void> {
  await refreshLibrary(db, token)
  // A favour for later, without a network: it must not fail the page.
  fetchPictures(db.viewerId).catch(() => undefined)
}

/** Makes this device's copy of the library as new as the server's. Rejects as the calls do. */
export async function refreshLibrary(db: UserDatabase, token: string): Promise<void> {
  const known = await readCursor(db.viewerId)
  const followed = known?.shape === libraryShape && (await followChanges(db, token, known))
  if (!followed) await readAnew(db, token)
  await extendArticles(db.viewerId, token)
  await extendVideos(db.viewerId, token)
  await pruneArticles(db.viewerId, newestMax, await shelfIds(db))
}

/** Makes this device's copy as new as the server's after a change of one's own; it learns of it with the next refresh anyway. */
export function refreshStored(db: UserDatabase): void {
  asMember(db, (token) => refreshLibrary(db, token)).catch(() => undefined)
}

/**
 * Makes sure that the newest articles can be read here, text and small pictures, before the library was ever opened.
 * Rejects as the calls do.
 */
export async function prefetchNewest(db: UserDatabase, token: string): Promise<void> {
  const known = await readCursor(db.viewerId)
  const followed = known?.shape === libraryShape && (await followChanges(db, token, known))
  // A device that had more than the newest must not end with less.
  if (!followed && known) await refreshLibrary(db, token)
  else if (!followed) await readAnew(db, token, firstMax)
  await fetchPictures(db.viewerId, firstMax)
}

/** False where the server knows no such position in the feed. */
async function followChanges(
  db: UserDatabase,
  token: string,
  known: Pick<LibraryCursor, 'since' | 'apart'>,
): Promise<boolean> {
  let { since, apart } = known
  for (;;) {
    const query = { since: String(since), limit }
    const changes = await callApi(libraryApi.libraryChanges, { query }, { token })
    if (changes.reset) return false
    const isOther = since > 0 && apart !== undefined && apart !== (changes.apart ?? apart)
    apart = changes.apart ?? apart
    // What was passed over may be for this person by now, and the other way round: the feed is followed from its beginning.
    since = isOther ? 0 : changes.next
    if (isOther) continue
    const shelf = await shelfIds(db)
    await takeChanges(db.viewerId, changes, { shelf, asOfMs: Date.now() })
    if (!changes.more) return true
  }
}

/**
 * The position in the feed is read first: what changes meanwhile comes with the next refresh. The shelf is read last: what is
 * saved meanwhile stays.
 */
async function readAnew(db: UserDatabase, token: string, itemsMax = pageItemsMax): Promise<void> {
  const { next, apart } = await callApi(libraryApi.libraryChanges, { query: {} }, { token })
  const [articles, videos] = await Promise.all([
    callApi(articlesApi.listArticles, { query: { limit: String(itemsMax) } }, { token }),
    callApi(videosApi.listVideos, { query: { limit: String(itemsMax) } }, { token }),
  ])
  const oldest = { article: endOf(articles, itemsMax), video: endOf(videos, itemsMax) }
  await startCopy(
    { viewerId: db.viewerId, shape: libraryShape, since: next, apart, asOfMs: Date.now(), oldest },
    { articles, videos },
    await shelfIds(db),
  )
}

async function extendArticles(viewerId: string, token: string): Promise<void> {
  for (;;) {
    const stored = await readArticles(viewerId)
    if (!stored?.oldest || stored.items.length >= newestMax) return
    const query = { limit, before: stored.oldest }
    const articles = await callApi(articlesApi.listArticles, { query }, { token })
    await addOlder(viewerId, { articles }, { article: endOf(articles) })
  }
}

async function extendVideos(viewerId: string, token: string): Promise<void> {
  for (;;) {
    const stored = await readVideos(viewerId)
    if (!stored?.oldest || stored.items.length >= newestMax) return
    const query = { limit, before: stored.oldest }
    const videos = await callApi(videosApi.listVideos, { query }, { token })
    await addOlder(viewerId, { videos }, { video: endOf(videos) })
  }
}

/** The last item of a full page; null on the last page. */
function endOf(items: readonly (Article | Video)[], itemsMax = pageItemsMax): string | null {
  return items.length < itemsMax ? null : (items.at(-1)?._id ?? null)
}

/** Fetches and stores one article; 'missing' where the server has none. Rejects as the call does. */
export async function refreshArticle(
  db: UserDatabase,
  token: string,
  id: string,
): Promise<'found' | 'missing'> {
  if (!v.is(itemIdSchema, id)) return 'missing'
  try {
    if (!(await readCursor(db.viewerId))) await readAnew(db, token)
    const article = await callApi(articlesApi.getArticle, { params: { id } }, { token })
    await saveArticle(db.viewerId, article)
    return 'found'
  } catch (error) {
    if (!isNotFound(error)) throw error
    await dropArticle(db.viewerId, id, (await shelfIds(db)).has(id))
    return 'missing'
  }
}

/** Fetches the small pictures of the stored articles, one after another, so that the list has them offline too. */
async function fetchPictures(viewerId: string, itemsMax = newestMax): Promise<void> {
  const stored = await readArticles(viewerId)
  for (const { attachment, attachmentFacts } of stored?.items.slice(0, itemsMax) ?? []) {
    if (!navigator.onLine) return
    if (attachment === null || attachmentFacts?.kind !== 'image') continue
    await loadAttachment(smallAttachment(attachment)).catch(() => undefined)
  }
}
