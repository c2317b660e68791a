import { articlesApi } from '#contract/library/articles-api.ts'
import type { Article, Video } from '#contract/library/model.ts'
import { videosApi } from '#contract/library/videos-api.ts'
import type { FetchedPage } from '#src/data/use-pages.ts'
import { callApi } from '#src/offline/api/api.ts'

/** How many stand on a profile before the person asks for more. */
const pageMax = 6
const limit = String(pageMax)

/** A page of somebody's articles, newest first. Rejects as the call does. */
export async function fetchArticlesOf(
  token: string,
  id: string,
  before: string | undefined,
): Promise<FetchedPage<Article>> {
  const query = { limit, ...(before !== undefined && { before }) }
  return pageOf(await callApi(articlesApi.articlesByUser, { params: { id }, query }, { token }))
}

/** A page of somebody's videos, newest first. Rejects as the call does. */
export async function fetchVideosOf(
  token: string,
  id: string,
  before: string | undefined,
): Promise<FetchedPage<Video>> {
  const query = { limit, ...(before !== undefined && { before }) }
  return pageOf(await callApi(videosApi.videosByUser, { params: { id }, query }, { token }))
}

function pageOf<Item extends { readonly _id: string }>(rows: readonly Item[]): FetchedPage<Item> {
  const last = rows.at(-1)
  return { rows, next: last && rows.length === pageMax ? last._id : null }
}
