import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Language } from '#contract/language.ts'
import { libraryItems } from '#server/db/schema/library.ts'
import { call, problemOf } from '#tests/support/call.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addArticle, addAuthor, addVideo, testVideoId } from '#tests/support/library.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const category = 'Physical Wellness'
const article = { title: 'عنوان', content: 'نص', category } as const
const url = `https://www.youtube.com/watch?v=${testVideoId}`
const video = { url, description: 'نص', category } as const
const unknown = { language: 'Please select a language of the app' }

describe.each(databasesUnderTest('both'))('languages of the library, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer
  let author: SignedIn
  let reader: SignedIn

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database)
    author = await addAuthor(open.database, { language: 'ar' })
    reader = await addPerson(open.database)
  })
  beforeEach(() => open.database.orm.delete(libraryItems))
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  const publish = (language?: Language, who = author) =>
    Promise.all([
      call(
        server.origin,
        'createArticle',
        { body: { ...article, ...(language && { language }) }, files: {} },
        who,
      ),
      call(
        server.origin,
        'createVideo',
        { body: { ...video, ...(language && { language }) } },
        who,
      ),
    ])
  const languagesOf = async (...published: Parameters<typeof publish>) =>
    (await publish(...published)).map(({ reply }) => reply.language)

  test('are those that the author chose; of a build that knows none, the author’s own', async () => {
    expect(await languagesOf('fr')).toEqual(['fr', 'fr'])
    expect(await languagesOf()).toEqual(['ar', 'ar'])
    expect(await languagesOf(undefined, await addAuthor(open.database))).toEqual(['en', 'en'])
    const lists = await Promise.all([
      call(server.origin, 'listArticles', {}, reader),
      call(server.origin, 'listVideos', {}, reader),
    ])
    for (const { reply } of lists) {
      expect(reply.map(({ language }) => language)).toEqual(['en', 'ar', 'fr'])
    }
    const query = { since: '0' }
    const { articles, videos } = (await call(server.origin, 'libraryChanges', { query }, reader))
      .reply
    for (const items of [articles, videos]) {
      expect(new Set(items.map(({ language }) => language))).toEqual(new Set(['ar', 'en', 'fr']))
    }
  })

  test('stay through an edit that says none, and change with one that does', async () => {
    const [first, second] = await publish('fr')
    const edit = async (language?: Language) => {
      const more = language && { language }
      const body = { ...article, ...more }
      const params = { id: first.reply._id }
      const changed = await call(server.origin, 'updateArticle', { params, body }, author)
      const other = { params: { id: second.reply._id }, body: { ...video, ...more } }
      const changedVideo = await call(server.origin, 'updateVideo', other, author)
      return [changed.reply.language, changedVideo.reply.language]
    }
    expect(await edit()).toEqual(['fr', 'fr'])
    expect(await edit('en')).toEqual(['en', 'en'])
    expect(await edit()).toEqual(['en', 'en'])
  })

  test.each(['xx', 'AR', 'ar-EG', '', 'ar\u0000', '__proto__'])(
    'that the app does not speak are refused beside their field: %j',
    async (given) => {
      const language = given as Language
      const [first, second] = await publish('fr')
      const answers = [
        await call(
          server.origin,
          'createArticle',
          { body: { ...article, language }, files: {} },
          author,
        ),
        await call(server.origin, 'createVideo', { body: { ...video, language } }, author),
        await call(
          server.origin,
          'updateArticle',
          { params: { id: first.reply._id }, body: { ...article, language } },
          author,
        ),
        await call(
          server.origin,
          'updateVideo',
          { params: { id: second.reply._id }, body: { ...video, language } },
          author,
        ),
      ]
      for (const { status, problem } of answers) {
        expect([status, problem.fields]).toEqual([400, unknown])
      }
      expect(await open.database.orm.$count(libraryItems)).toBe(2)
    },
  )

  test('narrow a list, page by page, also within a category', async () => {
    const ids: string[] = []
    const { database } = open
    for (const language of ['ar', 'en', 'ar', 'fr', 'ar'] as const) {
      const id = await addArticle(database, author.id, { language, category })
      if (language === 'ar') ids.unshift(id)
      await addArticle(database, author.id, { language, category: 'Cognitive Wellness' })
    }
    const film = await addVideo(database, author.id, { language: 'ar', category })
    await addVideo(database, author.id, { language: 'fr', category })
    const page = async (before?: string) => {
      const query = { language: 'ar', limit: '2', ...(before && { before }) } as const
      const given = { params: { category }, query } as const
      const { reply } = await call(server.origin, 'articlesByCategory', given, reader)
      return reply.map(({ _id }) => _id)
    }
    expect(await page()).toEqual(ids.slice(0, 2))
    expect(await page(ids[1])).toEqual(ids.slice(2))
    const query = { language: 'ar' } as const
    const all = (await call(server.origin, 'listArticles', { query }, reader)).reply
    expect(all.map(({ language }) => language)).toEqual(Array.from({ length: 6 }, () => 'ar'))
    const videos = await call(server.origin, 'listVideos', { query }, reader)
    expect(videos.reply.map(({ _id }) => _id)).toEqual([film])
    const headers = { authorization: `Bearer ${reader.token}` }
    for (const path of ['/articles?language=xx', '/videos?language=', '/articles?lang=ar']) {
      expect((await problemOf(server.origin, path, { headers })).status).toBe(400)
    }
  })

  test('of an item that a later build wrote in one of its own are given on, and stay', async () => {
    const id = await addArticle(open.database, author.id, { language: 'pt' as Language })
    const { reply } = await call(server.origin, 'getArticle', { params: { id } }, reader)
    expect(reply.language).toBe('pt')
    const edited = { params: { id }, body: article }
    const changed = await call(server.origin, 'updateArticle', edited, author)
    expect(changed.reply.language).toBe('pt')
  })
})
