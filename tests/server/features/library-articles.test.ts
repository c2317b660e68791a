import { randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Api } from '#contract/api.ts'
import type { CallInput } from '#contract/endpoint.ts'
import { articleBlocks } from '#contract/library/blocks.ts'
import { contentCharsMax } from '#contract/library/model.ts'
import { libraryItems } from '#server/db/schema/library.ts'
import { writesPerHourMax } from '#server/features/library/publishing.ts'
import { call, problemOf } from '#tests/support/call.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { hostileTexts } from '#tests/support/hostile.ts'
import { addArticle, addAuthor } from '#tests/support/library.ts'
import { manyUploads } from '#tests/support/many-uploads.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

type Written = CallInput<Api['createArticle']>['body']

describe.each(databasesUnderTest())('articles, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer
  let author: SignedIn
  let reader: SignedIn

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database, { uploadLimits: manyUploads })
  })
  beforeEach(async () => {
    await open.database.orm.delete(libraryItems)
    author = await addAuthor(open.database, { firstname: 'Sofia', lastname: 'Almeida' })
    reader = await addPerson(open.database, { userType: 'Parent' })
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  const written = (given: Partial<Written> = {}): Written => ({
    title: 'A calmer evening',
    content: '## Start small\n\nPut the phone **away**.',
    category: 'Emotional Wellness',
    format: 'markdown',
    ...given,
  })
  const create = (given: Partial<Written> = {}, headers: Record<string, string> = {}) =>
    call(
      server.origin,
      'createArticle',
      { body: written(given), files: {} },
      { token: author.token, headers },
    )
  const get = (id: string, who = reader) =>
    call(server.origin, 'getArticle', { params: { id } }, { token: who.token })
  const list = (query: { before?: string; limit?: string } = {}, headers = {}) =>
    call(server.origin, 'listArticles', { query }, { token: reader.token, headers })

  test('are published under the name of whoever is signed in, and read by every member', async () => {
    const stranger = { author: reader.id, authorId: reader.id } as Partial<Written>
    const { status, reply } = await create(stranger)
    expect(status).toBe(201)
    expect(reply).toEqual({
      _id: reply._id,
      ...written(),
      language: 'en',
      attachment: null,
      attachmentFacts: null,
      author: {
        _id: author.id,
        firstname: 'Sofia',
        lastname: 'Almeida',
        specialization: null,
        profileImg: null,
      },
      createdAt: '2026-06-15T12:00:00.000Z',
      updatedAt: '2026-06-15T12:00:00.000Z',
      seq: reply.seq,
    })
    expect((await get(reply._id)).reply).toEqual(reply)
    expect((await list()).reply).toEqual([reply])
  })

  test('are listed newest first, page by page, and each once', async () => {
    const ids: string[] = []
    for (let count = 0; count < 7; count += 1) ids.push(await addArticle(open.database, author.id))
    const seen: string[] = []
    for (let before: string | undefined; ; before = seen.at(-1)) {
      const page = (await list({ limit: '3', ...(before === undefined ? {} : { before }) })).reply
      seen.push(...page.map(({ _id }) => _id))
      if (page.length < 3) break
      // What comes and goes meanwhile moves nothing of the pages after it.
      await addArticle(open.database, author.id)
    }
    expect(seen).toEqual(ids.toReversed())
  })

  test('are listed by category and by author', async () => {
    const other = await addAuthor(open.database)
    const mine = await addArticle(open.database, author.id, { category: 'Physical Wellness' })
    const theirs = await addArticle(open.database, other.id)
    const { token } = reader
    const inCategory = async (category: 'All' | 'Physical Wellness' | 'Cognitive Wellness') => {
      const answer = await call(
        server.origin,
        'articlesByCategory',
        { params: { category } },
        { token },
      )
      return answer.reply.map(({ _id }) => _id)
    }
    expect(await inCategory('Physical Wellness')).toEqual([mine])
    expect(await inCategory('Cognitive Wellness')).toEqual([])
    expect(await inCategory('All')).toEqual([theirs, mine])
    const by = (id: string) => call(server.origin, 'articlesByUser', { params: { id } }, { token })
    expect((await by(other.id)).reply.map(({ _id }) => _id)).toEqual([theirs])
    for (const id of [uuidv7(), (await addPerson(open.database)).id]) {
      expect((await by(id)).problem.message).toBe('Provider not found.')
    }
    const wealth = await problemOf(server.origin, '/articles/category/Wealth', {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(wealth.status).toBe(404)
  })

  test('are edited and deleted by their author alone', async () => {
    const { _id: id, seq } = (await create()).reply
    const other = await addAuthor(open.database)
    const body = { title: 'New', content: 'New text', category: 'Cognitive Wellness' as const }
    const edit = (who: SignedIn) =>
      call(server.origin, 'updateArticle', { params: { id }, body }, { token: who.token })
    const remove = (who: SignedIn) =>
      call(server.origin, 'deleteArticle', { params: { id } }, { token: who.token })
    for (const who of [other, reader]) {
      expect([(await edit(who)).status, (await remove(who)).status]).toEqual([403, 403])
    }
    const edited = (await edit(author)).reply
    expect(edited).toMatchObject({ ...body, format: 'markdown' })
    expect(edited.seq).toBeGreaterThan(seq)
    expect((await remove(author)).status).toBe(204)
    for (const answer of [await get(id), await edit(author), await remove(author)]) {
      expect([answer.status, answer.problem.code]).toEqual([404, 'not_found'])
    }
    expect((await list()).reply).toEqual([])
  })

  test('are not written over by an edit that began with older words, at the same moment either', async () => {
    const { _id: id, updatedAt: seenUpdatedAt } = (await create()).reply
    const edit = (content: string, seen: { seenUpdatedAt?: string } = { seenUpdatedAt }) => {
      const body = { title: 'New', content, category: 'Cognitive Wellness' as const, ...seen }
      return call(server.origin, 'updateArticle', { params: { id }, body }, author)
    }
    const answers = await Promise.all([edit('On the laptop.'), edit('On the phone.')])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const stands = (await get(id)).reply
    const refusal = answers.find(({ status }) => status === 409)?.problem
    expect(refusal).toEqual({
      code: 'wrong_state',
      message: 'This article was changed meanwhile.',
      current: stands,
    })
    expect(answers.find(({ status }) => status === 200)?.reply).toEqual(stands)
    // What was written again after its answer was lost is there already.
    const repeated = await edit(stands.content)
    expect([repeated.status, repeated.reply]).toEqual([200, stands])
    const { updatedAt } = stands
    expect((await edit('Both.', { seenUpdatedAt: updatedAt })).reply.content).toBe('Both.')
    expect((await edit('By an old client.', {})).reply.content).toBe('By an old client.')
    expect((await edit('By nobody.', { seenUpdatedAt: '2026-02-30T00:00:00Z' })).status).toBe(400)
  })

  test('of an author who is not listed are there for that author alone', async () => {
    for (const hidden of [{ verifiedAt: null }, { suspendedAt: new Date(0) }]) {
      const other = await addAuthor(open.database, hidden)
      const id = await addArticle(open.database, other.id)
      expect([(await get(id)).status, (await get(id, author)).status]).toEqual([404, 404])
      expect((await list()).reply).toEqual([])
      // Whoever is suspended has no session any more.
      expect((await get(id, other)).status).toBe('verifiedAt' in hidden ? 200 : 401)
      const body = { title: 'a', content: 'b', category: 'Cognitive Wellness' as const }
      const input = { params: { id }, body }
      const stranger = await call(server.origin, 'updateArticle', input, { token: author.token })
      expect(stranger.status).toBe(404)
    }
  })

  test('are sent again only when they have changed', async () => {
    const { _id: id } = (await create()).reply
    const first = await list()
    const etag = first.headers.get('etag') ?? ''
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    const again = await list({}, { 'if-none-match': `"other", ${etag}` })
    expect([again.status, again.bytes.length, again.headers.get('etag')]).toEqual([304, 0, etag])
    const body = { title: 'New', content: 'New text', category: 'Cognitive Wellness' as const }
    await call(server.origin, 'updateArticle', { params: { id }, body }, { token: author.token })
    expect((await list({}, { 'if-none-match': etag })).status).toBe(200)
  })

  test('are published once, however often a lost reply makes a device ask again', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all([create({}, key), create({}, key), create({}, key)])
    const [first] = answers
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    for (const answer of answers) expect(answer.reply).toEqual(first?.reply)
    expect((await list()).reply).toHaveLength(1)
    const other = await create({ title: 'Something else' }, key)
    expect([other.status, other.problem.code]).toEqual([409, 'op_reused'])
    expect((await create({}, { 'idempotency-key': '' })).problem.code).toBe('invalid_input')
    expect((await create()).status).toBe(201)
    expect((await list()).reply).toHaveLength(2)
  })

  test('take what others make of keys, person by person', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const mine = (await create({}, key)).reply
    author = await addAuthor(open.database)
    expect((await create({ title: 'Theirs' }, key)).reply._id).not.toBe(mine._id)
  })

  test.each(hostileTexts)('keep %j as the text it is', async (text) => {
    for (const format of ['plain', 'markdown'] as const) {
      const { reply } = await create({ title: text, content: text, format })
      const cleaned = text.replaceAll('\u202e', '')
      expect([reply.title, reply.content]).toEqual([cleaned, cleaned])
      const answer = await get(reply._id)
      expect(answer.headers.get('content-type')).toBe('application/json')
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(JSON.stringify(articleBlocks(answer.reply))).not.toContain('"href"')
    }
  })

  test('may be as long as the rule says, in any alphabet, and no longer', async () => {
    const long = 'ع'.repeat(contentCharsMax)
    const { reply } = await create({ content: long, format: 'plain' })
    expect(reply.content).toBe(long)
    const body = { title: 'a', content: long, category: 'Cognitive Wellness' as const }
    const input = { params: { id: reply._id }, body }
    const edited = await call(server.origin, 'updateArticle', input, { token: author.token })
    expect(edited.status).toBe(200)
    for (const over of [`${long}ع`, long.repeat(4)]) {
      const answer = await create({ content: over })
      expect(answer.problem.fields).toEqual({ content: 'At most 40000 characters' })
    }
  })

  test('refuse what is not one, with the texts of the form', async () => {
    const answer = await create({ title: ' ', content: '', category: 'All' as 'Physical Wellness' })
    expect([answer.status, answer.problem.fields]).toEqual([
      400,
      {
        title: 'Title is required',
        content: 'Content is required',
        category: 'Category is required',
      },
    ])
    const { _id: id } = (await create()).reply
    const body = { title: '', content: 'b', category: 'Cognitive Wellness' as const }
    const edited = await call(
      server.origin,
      'updateArticle',
      { params: { id }, body },
      { token: author.token },
    )
    expect(edited.problem.fields).toEqual({ title: 'Title and content are required' })
  })

  test('are written so many an hour', async () => {
    const { _id: id } = (await create()).reply
    const body = { title: 'a', content: 'b', category: 'Cognitive Wellness' as const }
    const edit = () =>
      call(server.origin, 'updateArticle', { params: { id }, body }, { token: author.token })
    for (let count = 1; count < writesPerHourMax; count += 1)
      expect((await edit()).status).toBe(200)
    for (const answer of [await edit(), await create()]) {
      expect([answer.status, answer.problem.code]).toEqual([429, 'rate_limited'])
    }
  })
})
