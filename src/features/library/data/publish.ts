import type { ArticleFormat } from '#contract/library/blocks.ts'
import { articlesApi } from '#contract/library/articles-api.ts'
import type { Language } from '#contract/language.ts'
import type { WellnessCategory } from '#contract/library/category.ts'
import type { Article, Video } from '#contract/library/model.ts'
import { introVideosApi, videosApi } from '#contract/library/videos-api.ts'
import { callApi } from '#src/offline/api/api.ts'
import { isApiProblem } from '#src/offline/api/api-error.ts'

export interface ArticleText {
  readonly title: string
  readonly content: string
  readonly category: WellnessCategory
  /** Undefined: as it is filed. */
  readonly language: Language | undefined
  readonly format: ArticleFormat
}

export interface VideoText {
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
  body: ArticleText,
): Promise<Article> {
  return await callApi(articlesApi.updateArticle, { params: { id }, body }, { token })
}

export async function deleteArticle(token: string, id: string): Promise<void> {
  await callApi(articlesApi.deleteArticle, { params: { id } }, { token })
}

/** Adds a video; the same `opId` again adds nothing twice. Rejects as the call does. */
export async function publishVideo(token: string, body: VideoText, opId: string): Promise<Video> {
  return await callApi(videosApi.createVideo, { body }, { token, opId })
}

export async function updateVideo(token: string, id: string, body: VideoText): Promise<Video> {
  return await callApi(videosApi.updateVideo, { params: { id }, body }, { token })
}

export async function deleteVideo(token: string, id: string): Promise<void> {
  await callApi(videosApi.deleteVideo, { params: { id } }, { token })
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

/** Remembers under which id something was tried to be done. */
export interface Attempt {
  readonly payload: string
  readonly opId: string
}

/**
 * The id of an attempt: the same thing tried again has the same one, so that a lost reply doubles nothing; anything
 * else is new.
 */
export function attemptOf(
  last: Attempt | undefined,
  payload: string,
  newId: () => string,
): Attempt {
  return last?.payload === payload ? last : { payload, opId: newId() }
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
