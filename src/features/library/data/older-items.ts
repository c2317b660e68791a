import { articlesApi } from '#contract/library/articles-api.ts'
import type { CategoryFilter } from '#contract/library/category.ts'
import { libraryApi } from '#contract/library/library-api.ts'
import type { Article, Video } from '#contract/library/model.ts'
import { videosApi } from '#contract/library/videos-api.ts'
import { callApi } from '#src/offline/api/api.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'
import type { Hit } from './device-search.ts'

/** How many older items one press brings. */
export const olderMax = 24
const limit = String(olderMax)

/** Articles of a category that are older than one. Rejects as the call does. */
export async function fetchOlderArticles(
  db: UserDatabase,
  category: CategoryFilter,
  before: string,
): Promise<Article[]> {
  const given = { params: { category }, query: { limit, before } }
  return await asMember(db, (token) => callApi(articlesApi.articlesByCategory, given, { token }))
}

/** Videos of a category that are older than one. Rejects as the call does. */
export async function fetchOlderVideos(
  db: UserDatabase,
  category: CategoryFilter,
  before: string,
): Promise<Video[]> {
  const given = { params: { category }, query: { limit, before } }
  return await asMember(db, (token) => callApi(videosApi.videosByCategory, given, { token }))
}

/** The server's search over every article. Rejects as the call does. */
export async function searchServer(
  db: UserDatabase,
  q: string,
  category: CategoryFilter,
): Promise<readonly Hit[]> {
  const query = { q: q.slice(0, 100), category }
  const { hits } = await asMember(db, (token) =>
    callApi(libraryApi.searchLibrary, { query }, { token }),
  )
  return hits
}
