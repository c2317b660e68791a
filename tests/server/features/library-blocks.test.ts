import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { libraryItems } from '#server/db/schema/library.ts'
import { call } from '#tests/support/call.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addArticle, addAuthor } from '#tests/support/library.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

describe.each(databasesUnderTest())('the library after a block, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer
  let author: SignedIn
  let articleId: string

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database)
    author = await addAuthor(open.database, { firstname: 'Sofia', lastname: 'Almeida' })
    await open.database.orm.delete(libraryItems)
    articleId = await addArticle(open.database, author.id, { title: 'Quiet mornings' })
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  async function sightOf({ token }: SignedIn) {
    const as = { token }
    const list = await call(server.origin, 'listArticles', { query: {} }, as)
    const one = await call(server.origin, 'getArticle', { params: { id: articleId } }, as)
    const shelf = await call(
      server.origin,
      'articlesByUser',
      { params: { id: author.id }, query: {} },
      as,
    )
    const search = await call(server.origin, 'searchLibrary', { query: { q: 'quiet' } }, as)
    const intro = await call(server.origin, 'introVideosOf', { params: { id: author.id } }, as)
    const changes = await call(server.origin, 'libraryChanges', { query: { since: '0' } }, as)
    return {
      listed: list.reply.length,
      one: one.status,
      shelf: shelf.status,
      found: search.reply.hits.length,
      intro: intro.status,
      changed: changes.reply.articles.length,
      hidden: changes.reply.removed.map(({ reason }) => reason),
    }
  }

  const open200 = { listed: 1, one: 200, shelf: 200, found: 1, intro: 200, changed: 1, hidden: [] }
  const shut = {
    listed: 0,
    one: 404,
    shelf: 404,
    found: 0,
    intro: 404,
    changed: 0,
    hidden: ['hidden'],
  }

  test.each(['reader', 'author'] as const)(
    'shows nothing of the other, whoever blocked: %s',
    async (who) => {
      const reader = await addPerson(open.database, { userType: 'Parent' })
      expect(await sightOf(reader)).toEqual(open200)
      const [by, target] = who === 'reader' ? [reader, author] : [author, reader]
      // A provider knows only those who asked them.
      const asked = { body: { requestedServiceProvider: author.id } }
      await call(server.origin, 'requestConnection', asked, { token: reader.token })
      const block = { body: { userId: target.id } }
      const { status } = await call(server.origin, 'blockPerson', block, { token: by.token })
      expect(status).toBe(201)
      expect(await sightOf(reader)).toEqual(shut)
      expect(await sightOf(author)).toEqual(open200)
    },
  )

  test('says to both that whom they see has changed, by a text that names nobody', async () => {
    const reader = await addPerson(open.database, { userType: 'Parent' })
    const apartOf = async ({ token }: SignedIn, query = {}) =>
      (await call(server.origin, 'libraryChanges', { query }, { token })).reply.apart
    const all = async () => [await apartOf(reader), await apartOf(author)]
    const before = await all()
    const asked = { body: { requestedServiceProvider: author.id } }
    await call(server.origin, 'requestConnection', asked, { token: reader.token })
    expect(await all()).toEqual(before)
    const block = { body: { userId: reader.id } }
    await call(server.origin, 'blockPerson', block, { token: author.token })
    const during = await all()
    expect(new Set([...before, ...during]).size).toBe(4)
    expect(await apartOf(reader, { since: '0' })).toBe(during[0])
    const unblock = { params: { userId: reader.id } }
    await call(server.origin, 'unblockPerson', unblock, { token: author.token })
    expect(await all()).toEqual(before)
  })
})
