import * as v from 'valibot'
import { articlesApi } from '#contract/library/articles-api.ts'
import { smallAttachment } from '#contract/library/attachment.ts'
import { pageItemsMax } from '#contract/library/feed.ts'
import { libraryApi } from '#contract/library/library-api.ts'
import { itemIdSchema, type Article, type Video } from '#contract/library/model.ts'
import { videosApi } from '#contract/library/videos-api.ts'
import { isApiProblem } from '#src/offline/api/api-error.ts'
import { callApi } from '#src/offline/api/api.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { loadAttachment } from '#src/offline/files/library-files.ts'
import {
  addOlder,
  keepArticle,
  loseArticle,
  pruneArticles,
  readArticles,
  readCursor,
  readVideos,
  startCopy,
  takeChanges,
} from './kept-library.ts'
import { shelfIds } from './shelf.ts'

/** Issue 5: so many of the newest articles can be read offline; of the videos as many. */
export const newestMax = 300
const limit = String(pageItemsMax)
/** So many come after a login, before anybody opens the library. */
const firstMax = 25

/** Makes this device's copy of the library as new as the server's. Rejects as the calls do. */
export async function refreshLibrary(db: UserDatabase, token: string): Promise<void> {
  const shelf = await shelfIds(db)
  const known = await readCursor(db.viewerId)
  const followed = known && (await followChanges(db.viewerId, token, known.since, shelf))
  if (!followed) await readAnew(db.viewerId, token, shelf)
  await extendArticles(db.viewerId, token)
  await extendVideos(db.viewerId, token)
  await pruneArticles(db.viewerId, newestMax, shelf)
}

/**
 * Makes sure that the newest articles can be read here, text and small pictures, before the library was ever opened.
 * Rejects as the calls do.
 */
export async function keepNewest(db: UserDatabase, token: string): Promise<void> {
  const shelf = await shelfIds(db)
  const known = await readCursor(db.viewerId)
  const followed = known && (await followChanges(db.viewerId, token, known.since, shelf))
  if (!followed) await readAnew(db.viewerId, token, shelf, firstMax)
  await fetchPictures(db.viewerId, firstMax)
}

/** False where the server knows no such place in the feed. */
async function followChanges(
  viewerId: string,
  token: string,
  from: number,
  shelf: ReadonlySet<string>,
): Promise<boolean> {
  let since = from
  for (;;) {
    const query = { since: String(since), limit }
    const changes = await callApi(libraryApi.libraryChanges, { query }, { token })
    if (changes.reset) return false
    await takeChanges(viewerId, changes, { shelf, asOfMs: Date.now() })
    if (!changes.more) return true
    since = changes.next
  }
}

/** The place in the feed is asked for first: what changes meanwhile comes with the next look. */
async function readAnew(
  viewerId: string,
  token: string,
  shelf: ReadonlySet<string>,
  itemsMax = pageItemsMax,
): Promise<void> {
  const { next } = await callApi(libraryApi.libraryChanges, { query: {} }, { token })
  const [articles, videos] = await Promise.all([
    callApi(articlesApi.listArticles, { query: { limit: String(itemsMax) } }, { token }),
    callApi(videosApi.listVideos, { query: { limit: String(itemsMax) } }, { token }),
  ])
  const oldest = { article: endOf(articles, itemsMax), video: endOf(videos, itemsMax) }
  await startCopy(
    { viewerId, since: next, asOfMs: Date.now(), oldest },
    { articles, videos },
    shelf,
  )
}

async function extendArticles(viewerId: string, token: string): Promise<void> {
  for (;;) {
    const kept = await readArticles(viewerId)
    if (!kept?.oldest || kept.items.length >= newestMax) return
    const query = { limit, before: kept.oldest }
    const articles = await callApi(articlesApi.listArticles, { query }, { token })
    await addOlder(viewerId, { articles }, { article: endOf(articles) })
  }
}

async function extendVideos(viewerId: string, token: string): Promise<void> {
  for (;;) {
    const kept = await readVideos(viewerId)
    if (!kept?.oldest || kept.items.length >= newestMax) return
    const query = { limit, before: kept.oldest }
    const videos = await callApi(videosApi.listVideos, { query }, { token })
    await addOlder(viewerId, { videos }, { video: endOf(videos) })
  }
}

/** The last item of a full page; null on the last page. */
function endOf(items: readonly (Article | Video)[], itemsMax = pageItemsMax): string | null {
  return items.length < itemsMax ? null : (items.at(-1)?._id ?? null)
}

/** Fetches one article and keeps it; 'missing' where the server has none. Rejects as the call does. */
export async function refreshArticle(
  db: UserDatabase,
  token: string,
  id: string,
): Promise<'found' | 'missing'> {
  if (!v.is(itemIdSchema, id)) return 'missing'
  try {
    if (!(await readCursor(db.viewerId))) await readAnew(db.viewerId, token, new Set())
    const article = await callApi(articlesApi.getArticle, { params: { id } }, { token })
    await keepArticle(db.viewerId, article)
    return 'found'
  } catch (error) {
    if (!isApiProblem(error) || error.problem.code !== 'not_found') throw error
    await loseArticle(db.viewerId, id, (await shelfIds(db)).has(id))
    return 'missing'
  }
}

/** Fetches the small pictures of what is kept, one after another, so that the list has them offline too. */
export async function fetchPictures(viewerId: string, itemsMax = newestMax): Promise<void> {
  const kept = await readArticles(viewerId)
  for (const { attachment, attachmentFacts } of kept?.items.slice(0, itemsMax) ?? []) {
    if (!navigator.onLine) return
    if (attachment === null || attachmentFacts?.kind !== 'image') continue
    await loadAttachment(smallAttachment(attachment)).catch(() => undefined)
  }
}
