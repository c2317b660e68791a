import { articlesApi } from '#contract/library/articles-api.ts'
import type { Article, Video } from '#contract/library/model.ts'
import { introVideosApi, videosApi } from '#contract/library/videos-api.ts'
import { defineRemote } from '#src/data/resource.ts'
import type { FetchedPage } from '#src/data/use-pages.ts'
import { callApi } from '#src/offline/api/api.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'

/** How many a profile shows before the person asks for more. */
const pageMax = 6
const limit = String(pageMax)

/** A page of an author's articles, newest first. Rejects as the call does. */
export async function fetchArticlesOf(
  db: UserDatabase,
  id: string,
  before: string | undefined,
): Promise<FetchedPage<Article>> {
  const query = { limit, ...(before !== undefined && { before }) }
  const given = { params: { id }, query }
  return pageOf(
    await asMember(db, (token) => callApi(articlesApi.articlesByUser, given, { token })),
  )
}

/** A page of an author's videos, newest first. Rejects as the call does. */
export async function fetchVideosOf(
  db: UserDatabase,
  id: string,
  before: string | undefined,
): Promise<FetchedPage<Video>> {
  const query = { limit, ...(before !== undefined && { before }) }
  const given = { params: { id }, query }
  return pageOf(await asMember(db, (token) => callApi(videosApi.videosByUser, given, { token })))
}

/** The address of a provider's introduction video; undefined where there is none. */
export const introRemote = defineRemote({
  fetch: async (token, id: string) => {
    const [first] = await callApi(introVideosApi.introVideosOf, { params: { id } }, { token })
    return { url: first?.url }
  },
})

function pageOf<Item extends { readonly _id: string }>(rows: readonly Item[]): FetchedPage<Item> {
  const last = rows.at(-1)
  return { rows, next: last && rows.length === pageMax ? last._id : null }
}
