import { articlesApi } from '#contract/library/articles-api.ts'
import type { CategoryFilter } from '#contract/library/category.ts'
import { libraryApi } from '#contract/library/library-api.ts'
import type { Article, Video } from '#contract/library/model.ts'
import { videosApi } from '#contract/library/videos-api.ts'
import { callApi } from '#src/offline/api/api.ts'
import type { Hit } from './device-search.ts'

/** How many older items one press brings. */
export const olderMax = 24
const limit = String(olderMax)

/** Articles of a category that are older than one. Rejects as the call does. */
export async function fetchOlderArticles(
  token: string,
  category: CategoryFilter,
  before: string | undefined,
): Promise<Article[]> {
  const query = { limit, ...(before !== undefined && { before }) }
  return await callApi(articlesApi.articlesByCategory, { params: { category }, query }, { token })
}

/** Videos of a category that are older than one. Rejects as the call does. */
export async function fetchOlderVideos(
  token: string,
  category: CategoryFilter,
  before: string | undefined,
): Promise<Video[]> {
  const query = { limit, ...(before !== undefined && { before }) }
  return await callApi(videosApi.videosByCategory, { params: { category }, query }, { token })
}

/** The server's search over every article. Rejects as the call does. */
export async function searchServer(
  token: string,
  q: string,
  category: CategoryFilter,
): Promise<readonly Hit[]> {
  const query = { q: q.slice(0, 100), category }
  return (await callApi(libraryApi.searchLibrary, { query }, { token })).hits
}
