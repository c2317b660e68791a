import type { Language } from '#contract/language.ts'
import { plainText, type ArticleFormat } from '#contract/library/blocks.ts'
import { articlesApi, videosApi, introVideosApi } from '#contract/library/items-api.ts'
import { libraryApi, type SearchReply } from '#contract/library/library-api.ts'
import type { CategoryFilter, Article, Video, WellnessCategory } from '#contract/library/model.ts'
import {
  matchIn,
  searchRank,
  searchWords,
  type MatchPart,
  type Searched,
} from '#contract/library/search.ts'
import { defineRemote, isNotFound } from '#src/data/resource.ts'
import type { FetchedPage } from '#src/data/use-pages.tsx'
import { isApiProblem } from '#src/offline/api/api-error.ts'
import { callApi } from '#src/offline/api/api.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'

/** How many older items one press brings. */
export const olderMax = 24

const limit = String(olderMax)

/** Articles of a category, in one language or in all, that are older than one. Rejects as the call does. */
export async function fetchOlderArticles(
  db: UserDatabase,
  category: CategoryFilter,
  before: string,
  language?: Language,
): Promise<Article[]> {
  const given = { params: { category }, query: { limit, before, ...(language && { language }) } }
  return await asMember(db, (token) => callApi(articlesApi.articlesByCategory, given, { token }))
}

/** Videos of a category, in one language or in all, that are older than one. Rejects as the call does. */
export async function fetchOlderVideos(
  db: UserDatabase,
  category: CategoryFilter,
  before: string,
  language?: Language,
): Promise<Video[]> {
  const given = { params: { category }, query: { limit, before, ...(language && { language }) } }
  return await asMember(db, (token) => callApi(videosApi.videosByCategory, given, { token }))
}

/** The server's search over every article, without the best `skip` hits. Rejects as the call does. */
export async function searchServer(
  db: UserDatabase,
  q: string,
  category: CategoryFilter,
  skip: number,
): Promise<SearchReply> {
  const query = { q: q.slice(0, 100), category, skip: String(skip) }
  return await asMember(db, (token) => callApi(libraryApi.searchLibrary, { query }, { token }))
}

/** How many a profile shows before the person asks for more. */
const pageMax = 6
const pageLimit = String(pageMax)

/** A page of an author's articles, newest first. Rejects as the call does. */
export async function fetchArticlesOf(
  db: UserDatabase,
  id: string,
  before: string | undefined,
): Promise<FetchedPage<Article>> {
  const query = { limit: pageLimit, ...(before !== undefined && { before }) }
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
  const query = { limit: pageLimit, ...(before !== undefined && { before }) }
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

export interface Hit {
  readonly article: Article
  /** Where it was found, with the words marked. */
  readonly match: readonly MatchPart[]
}

/** As many as the server gives on one page. */
export const hitsMax = 20

/** What is searched of an article, made once for each state of it. */
const searched = new Map<string, { seq: number; fields: Searched }>()

/**
 * Articles with all the words of a query, best first and of equals the newest; the server's rule on this device. `count` says
 * how many there are, `hits` holds the first `max` of them.
 */
export function searchOnDevice(
  articles: readonly Article[],
  query: string,
  max = hitsMax,
): { hits: readonly Hit[]; count: number } {
  const words = searchWords(query)
  if (words.length === 0) return { hits: [], count: 0 }
  const found = articles
    .map((article) => ({ article, rank: searchRank(fieldsOf(article), words) }))
    .filter(({ rank }) => rank > 0)
    .toSorted((a, b) => b.rank - a.rank || (a.article._id < b.article._id ? 1 : -1))
  const hits = found
    .slice(0, max)
    .map(({ article }) => ({ article, match: matchIn(fieldsOf(article).text, words) }))
  return { hits, count: found.length }
}

function fieldsOf(article: Article): Searched {
  const known = searched.get(article._id)
  if (known?.seq === article.seq) return known.fields
  const { firstname, lastname } = article.author
  const fields = {
    title: article.title,
    author: `${firstname} ${lastname}`,
    text: plainText(article),
    category: article.category,
  }
  searched.set(article._id, { seq: article.seq, fields })
  return fields
}

interface ArticleText {
  readonly title: string
  readonly content: string
  readonly category: WellnessCategory
  /** Undefined: as it is filed. */
  readonly language: Language | undefined
  readonly format: ArticleFormat
}

/** What an edit replaces: the server refuses where what it has is newer. Undefined: whatever it has. */
interface Seen {
  readonly seenUpdatedAt?: string | undefined
}

export interface VideoText extends Seen {
  readonly url: string
  readonly description: string
  readonly category: WellnessCategory
  /** Undefined: as it is filed. */
  readonly language: Language | undefined
}

/** Publishes an article; the same `opId` again publishes nothing twice. Rejects as the call does. */
export async function publishArticle(
  token: string,
  body: ArticleText,
  { attachment, opId }: { attachment: File | undefined; opId: string },
): Promise<Article> {
  const files = { attachment }
  return await callApi(articlesApi.createArticle, { body, files }, { token, opId })
}

/** Replaces the text of one's own article. Rejects as the call does. */
export async function updateArticle(
  token: string,
  id: string,
  body: ArticleText & Seen,
): Promise<Article> {
  return await callApi(articlesApi.updateArticle, { params: { id }, body }, { token })
}

/** Resolves as well where it is gone already: by a call whose answer was lost, or on another device. So does `deleteVideo`. */
export async function deleteArticle(token: string, id: string): Promise<void> {
  await orGone(callApi(articlesApi.deleteArticle, { params: { id } }, { token }))
}

/** Adds a video; the same `opId` again adds nothing twice. Rejects as the call does. */
export async function publishVideo(token: string, body: VideoText, opId: string): Promise<Video> {
  return await callApi(videosApi.createVideo, { body }, { token, opId })
}

export async function updateVideo(token: string, id: string, body: VideoText): Promise<Video> {
  return await callApi(videosApi.updateVideo, { params: { id }, body }, { token })
}

export async function deleteVideo(token: string, id: string): Promise<void> {
  await orGone(callApi(videosApi.deleteVideo, { params: { id } }, { token }))
}

/** What is gone already counts as removed: by a call whose answer was lost, or on another device. */
export async function orGone(call: Promise<unknown>): Promise<void> {
  try {
    await call
  } catch (error) {
    if (!isNotFound(error)) throw error
  }
}

/** Sets one's introduction video; one that is there already is replaced. Rejects as the calls do. */
export async function saveIntro(token: string, userId: string, url: string): Promise<void> {
  const [known] = await callApi(introVideosApi.introVideosOf, { params: { id: userId } }, { token })
  const body = { url }
  if (!known) await callApi(introVideosApi.createIntroVideo, { body }, { token })
  else {
    const params = { id: known._id }
    await callApi(introVideosApi.updateIntroVideo, { params, body }, { token })
  }
}

/** What went wrong with a form: a text for all of it, and texts by field. Spec 8: the server's words are preferred. */
export function failureOf(
  error: unknown,
  fallback: string,
): { text: string; fields: Readonly<Record<string, string>> } {
  if (!isApiProblem(error)) return { text: fallback, fields: {} }
  const { message, fields = {} } = error.shown
  return { text: message, fields }
}
