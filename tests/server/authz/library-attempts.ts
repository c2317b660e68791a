import { v7 as uuidv7 } from 'uuid'
import type { CallName } from '#contract/api.ts'
import { introVideos } from '#server/db/schema/library.ts'
import { call } from '#tests/support/call.ts'
import { addArticle, addAuthor, addVideo, testVideoId } from '#tests/support/library.ts'
import { tinyPdf } from '#tests/support/registration.ts'
import { storeFile } from '#tests/support/stored-files.ts'
import type { Attempt, Outcome, Stage } from './stage.ts'

const category = 'Emotional Wellness' as const
const url = `https://www.youtube.com/watch?v=${testVideoId}`
const article = { title: 'A title', content: 'A text', category }
const video = { url, description: 'A description', category }

/** Reads answer 404 where the item is not among what came: what a list leaves out is not there. */
export const libraryAttempts = {
  listArticles: reading(addArticle, async ({ origin, options }) => {
    const answer = await call(origin, 'listArticles', {}, options)
    return shown(answer, () => answer.reply.map(({ _id }) => _id))
  }),
  articlesByCategory: reading(addArticle, async ({ origin, options }) => {
    const answer = await call(origin, 'articlesByCategory', { params: { category } }, options)
    return shown(answer, () => answer.reply.map(({ _id }) => _id))
  }),
  articlesByUser: reading(addArticle, async ({ origin, options, authorId }) => {
    const answer = await call(origin, 'articlesByUser', { params: { id: authorId } }, options)
    return shown(answer, () => answer.reply.map(({ _id }) => _id))
  }),
  getArticle: reading(addArticle, async ({ origin, options, id }) => {
    const answer = await call(origin, 'getArticle', { params: { id } }, options)
    return shown(answer, () => [answer.reply._id])
  }),
  listVideos: reading(addVideo, async ({ origin, options }) => {
    const answer = await call(origin, 'listVideos', {}, options)
    return shown(answer, () => answer.reply.map(({ _id }) => _id))
  }),
  videosByCategory: reading(addVideo, async ({ origin, options }) => {
    const answer = await call(origin, 'videosByCategory', { params: { category } }, options)
    return shown(answer, () => answer.reply.map(({ _id }) => _id))
  }),
  videosByUser: reading(addVideo, async ({ origin, options, authorId }) => {
    const answer = await call(origin, 'videosByUser', { params: { id: authorId } }, options)
    return shown(answer, () => answer.reply.map(({ _id }) => _id))
  }),
  introVideosOf: reading(addIntro, async ({ origin, options, authorId }) => {
    const answer = await call(origin, 'introVideosOf', { params: { id: authorId } }, options)
    return shown(answer, () => answer.reply.map(({ _id }) => _id))
  }),
  libraryChanges: reading(addArticle, async ({ origin, options }) => {
    const now = await call(origin, 'libraryChanges', {}, options)
    if (now.status !== 200) return shown(now, () => [])
    const since = String(Math.max(0, now.reply.next - 1))
    const answer = await call(origin, 'libraryChanges', { query: { since } }, options)
    return shown(answer, () => answer.reply.articles.map(({ _id }) => _id))
  }),
  searchLibrary: reading(addArticle, async ({ origin, options }) => {
    const answer = await call(origin, 'searchLibrary', { query: { q: 'quiet' } }, options)
    return shown(answer, () => answer.reply.hits.map((hit) => hit.article._id))
  }),
  getVideoThumbnail: reading(addOddVideo, async ({ origin, options, id }) => {
    const params = { videoId: oddVideoId(id) }
    return shown(await call(origin, 'getVideoThumbnail', { params }, options), () => [id])
  }),
  getAttachment: tryFile('getAttachment'),
  getArticleFile: tryFile('getArticleFile'),
  createArticle: async ({ origin, actor }) =>
    call(origin, 'createArticle', { body: article, files: {} }, { token: actor?.token }),
  createVideo: async ({ origin, actor }) =>
    call(origin, 'createVideo', { body: video }, { token: actor?.token }),
  createIntroVideo: async ({ origin, actor }) =>
    call(origin, 'createIntroVideo', { body: { url } }, { token: actor?.token }),
  updateArticle: writing(addArticle, 'deleteArticle', ({ origin, options, id }) =>
    call(origin, 'updateArticle', { params: { id }, body: article }, options),
  ),
  deleteArticle: writing(addArticle, 'deleteArticle', ({ origin, options, id }) =>
    call(origin, 'deleteArticle', { params: { id } }, options),
  ),
  updateVideo: writing(addVideo, 'deleteVideo', ({ origin, options, id }) =>
    call(origin, 'updateVideo', { params: { id }, body: video }, options),
  ),
  deleteVideo: writing(addVideo, 'deleteVideo', ({ origin, options, id }) =>
    call(origin, 'deleteVideo', { params: { id } }, options),
  ),
  updateIntroVideo: writing(addIntro, undefined, ({ origin, options, id }) =>
    call(origin, 'updateIntroVideo', { params: { id }, body: { url } }, options),
  ),
} satisfies Partial<Record<CallName, Attempt>>

type Add = (database: Stage['database'], authorId: string) => Promise<string>
interface Tried {
  readonly origin: string
  readonly options: { token: string | undefined }
  readonly id: string
  readonly authorId: string
}

/** What a read gave, and the ids of the items in it where it went well. */
function shown({ status }: Outcome, ids: () => string[]): Outcome & { ids: () => string[] } {
  return { status, ids }
}

function reading(
  add: Add,
  read: (tried: Tried) => Promise<Outcome & { ids: () => string[] }>,
): Attempt {
  return async (stage) => {
    const tried = await prepare(stage, add)
    const answer = await read(tried)
    if (answer.status !== 200) return answer
    return { status: answer.ids().includes(tried.id) ? 200 : 404 }
  }
}

function writing(
  add: Add,
  remove: 'deleteArticle' | 'deleteVideo' | undefined,
  write: (tried: Tried) => Promise<Outcome>,
): Attempt {
  return async (stage) => {
    const tried = await prepare(stage, add)
    if (stage.row.relation !== 'itemDeleted') return write(tried)
    if (!remove) return write({ ...tried, id: uuidv7() })
    await call(tried.origin, remove, { params: { id: tried.id } }, tried.options)
    return write(tried)
  }
}

function tryFile(name: 'getAttachment' | 'getArticleFile'): Attempt {
  return async (stage) => {
    const { origin, options, id } = await prepare(stage, async (database, authorId) => {
      const attachment = `${uuidv7()}.pdf`
      await storeFile(stage.server, database, `uploads/${attachment}`, tinyPdf)
      const facts = { kind: 'pdf', bytes: tinyPdf.length, width: null, height: null } as const
      await addArticle(database, authorId, { attachment, attachmentFacts: facts })
      return attachment
    })
    return name === 'getAttachment'
      ? call(origin, name, { params: { attachment: id } }, options)
      : call(origin, name, { params: { file: id } }, options)
  }
}

/** An item of the actor's own where the row says so and they can have one; of an author who is listed, or not, otherwise. */
async function prepare({ origin, database, row, actor }: Stage, add: Add): Promise<Tried> {
  const own = ['own', 'itemDeleted'].includes(row.relation) && row.actor.startsWith('provider')
  const verifiedAt = row.relation === 'authorUnverified' ? null : new Date(0)
  const authorId = own && actor ? actor.id : (await addAuthor(database, { verifiedAt })).id
  const id = await add(database, authorId)
  return { origin, options: { token: actor?.token }, id, authorId }
}

async function addIntro({ orm }: Stage['database'], userId: string): Promise<string> {
  const id = uuidv7()
  const intro = { id, userId, videoId: testVideoId, updatedAt: new Date(0) }
  await orm.insert(introVideos).values(intro)
  return id
}

/** A video that nothing else names. */
async function addOddVideo(database: Stage['database'], authorId: string): Promise<string> {
  const id = uuidv7()
  return addVideo(database, authorId, { id, videoId: oddVideoId(id) })
}

function oddVideoId(id: string): string {
  return id.replaceAll('-', '').slice(-11)
}
