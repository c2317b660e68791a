import { randomUUID } from 'node:crypto'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { introVideos, libraryItems, videoThumbnails } from '#server/db/schema/library.ts'
import { restMs } from '#server/features/library/thumbnails.ts'
import type { ThumbnailPort } from '#server/ports/thumbnails/host.ts'
import { call } from '#tests/support/call.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { hostileTexts } from '#tests/support/hostile.ts'
import { addAuthor, testVideoId } from '#tests/support/library.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { picture } from '#tests/support/pictures.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'

const url = `https://www.youtube.com/watch?v=${testVideoId}`
const otherUrl = 'https://www.youtube.com/watch?v=iCvmsMzlF7o'
const lookAlikes = [
  `https://youtube.com.evil.example/watch?v=${testVideoId}`,
  `https://youtube.com@evil.example/watch?v=${testVideoId}`,
  `https://notyoutube.com/watch?v=${testVideoId}`,
  'javascript:alert(1)',
]

describe.each(databasesUnderTest())('videos, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer
  let author: SignedIn
  let reader: SignedIn
  /** What the outside answers, and what it was asked. */
  let outside: { gives: Buffer | undefined; asked: string[] }
  let nowMs = testNoonMs

  const thumbnails: ThumbnailPort = {
    async fetch(videoId, path) {
      outside.asked.push(videoId)
      if (!outside.gives) return 'unavailable'
      await writeFile(path, outside.gives)
      return 'fetched'
    },
  }

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database, { thumbnails, now: () => nowMs })
    sharp.unblock({ operation: ['VipsForeignLoadWebp'] })
  })
  beforeEach(async () => {
    for (const table of [libraryItems, introVideos, videoThumbnails]) {
      await open.database.orm.delete(table)
    }
    author = await addAuthor(open.database)
    reader = await addPerson(open.database)
    outside = { gives: await picture(480, 360, 'jpeg'), asked: [] }
    nowMs += restMs
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  const video = {
    url,
    description: 'A talk\nabout stress',
    category: 'Cognitive Wellness' as const,
  }
  const create = (given: Partial<typeof video> = {}, headers = {}) =>
    call(
      server.origin,
      'createVideo',
      { body: { ...video, ...given } },
      { token: author.token, headers },
    )
  const list = async () =>
    (await call(server.origin, 'listVideos', {}, { token: reader.token })).reply
  const thumbnail = (videoId: string, who = reader) =>
    call(server.origin, 'getVideoThumbnail', { params: { videoId } }, { token: who.token })
  const setIntro = (given: string, who = author) =>
    call(server.origin, 'createIntroVideo', { body: { url: given } }, { token: who.token })
  const introsOf = (id: string) =>
    call(server.origin, 'introVideosOf', { params: { id } }, { token: reader.token })

  test('are published in one form of their address, edited and deleted', async () => {
    const { status, reply } = await create({ url: `https://youtu.be/${testVideoId}?t=3` })
    expect([status, reply.url, reply.description]).toEqual([201, url, video.description])
    expect(await list()).toEqual([reply])
    const params = { id: reply._id }
    const body = { url: otherUrl, description: 'New', category: 'Physical Wellness' as const }
    const edited = await call(server.origin, 'updateVideo', { params, body }, author)
    expect(edited.reply).toMatchObject(body)
    const { token } = reader
    const byCategory = { params: { category: 'Physical Wellness' as const } }
    const byUser = { params: { id: author.id } }
    expect(
      (await call(server.origin, 'videosByCategory', byCategory, { token })).reply,
    ).toHaveLength(1)
    expect((await call(server.origin, 'videosByUser', byUser, { token })).reply).toHaveLength(1)
    expect((await call(server.origin, 'deleteVideo', { params }, author)).status).toBe(204)
    expect((await call(server.origin, 'deleteVideo', { params }, author)).status).toBe(404)
    expect(await list()).toEqual([])
  })

  test('are not written over by an edit that began with an older description', async () => {
    const { _id: id, updatedAt: seenUpdatedAt } = (await create()).reply
    const edit = (description: string) => {
      const body = { ...video, description, seenUpdatedAt }
      return call(server.origin, 'updateVideo', { params: { id }, body }, author)
    }
    const { reply: stands } = await edit('On the laptop')
    const { status, problem } = await edit('On the phone')
    expect([status, problem.code, problem.current]).toEqual([409, 'wrong_state', stands])
    expect((await edit('On the laptop')).reply).toEqual(stands)
    expect(await list()).toEqual([stands])
  })

  test('are no articles, and articles no videos', async () => {
    const { _id: id } = (await create()).reply
    expect((await call(server.origin, 'getArticle', { params: { id } }, reader)).status).toBe(404)
    expect((await call(server.origin, 'deleteArticle', { params: { id } }, author)).status).toBe(
      404,
    )
  })

  test('are published once for one key', async () => {
    const key = { 'idempotency-key': randomUUID() }
    const [first, again] = [await create({}, key), await create({}, key)]
    expect(again.reply).toEqual(first.reply)
    expect((await create({ url: otherUrl }, key)).problem.code).toBe('op_reused')
  })

  test.each([...lookAlikes, ...hostileTexts])('are refused at %j', async (address) => {
    const text = 'Please enter a valid YouTube URL'
    for (const answer of [await create({ url: address }), await setIntro(address)]) {
      expect([answer.status, answer.problem.fields]).toEqual([400, { url: text }])
    }
  })

  test('are refused without description or address, with the texts of the form', async () => {
    const { _id: id } = (await create()).reply
    const body = { url: '', description: '', category: 'Cognitive Wellness' as const }
    const edited = await call(server.origin, 'updateVideo', { params: { id }, body }, author)
    const text = 'Description and YouTube URL are required'
    expect(edited.problem.fields).toEqual({ url: text, description: text })
    expect((await setIntro('')).problem.fields).toEqual({ url: 'Video URL is required.' })
  })

  describe('that introduce a provider', () => {
    test('are one each: a second one takes the place of the first', async () => {
      expect((await introsOf(author.id)).reply).toEqual([])
      const first = await setIntro(url)
      const second = await setIntro(otherUrl)
      expect([first.status, second.status, second.reply._id]).toEqual([201, 201, first.reply._id])
      expect((await introsOf(author.id)).reply).toEqual([{ _id: first.reply._id, url: otherUrl }])
      const input = { params: { id: first.reply._id }, body: { url } }
      const changed = await call(server.origin, 'updateIntroVideo', input, author)
      expect(changed.reply).toEqual({ _id: first.reply._id, url })
    })

    test('are changed by nobody else, and seen of nobody who is not listed', async () => {
      const { _id: id } = (await setIntro(url)).reply
      const other = await addAuthor(open.database)
      const input = { params: { id }, body: { url: otherUrl } }
      const refused = await call(server.origin, 'updateIntroVideo', input, other)
      expect([refused.status, refused.problem]).toMatchObject([
        403,
        { message: 'Failed to add intro video.' },
      ])
      expect((await setIntro(url, reader)).status).toBe(403)
      const hidden = await addAuthor(open.database, { verifiedAt: null })
      const stranger = await addPerson(open.database)
      for (const who of [hidden.id, stranger.id, randomUUID()]) {
        expect((await introsOf(who)).status).toBe(404)
      }
    })
  })

  describe('have a picture', () => {
    test('that is fetched once for all, cut to the player’s shape', async () => {
      await create()
      const answers = await Promise.all([1, 2, 3].map(() => thumbnail(testVideoId)))
      answers.push(await thumbnail(testVideoId, author))
      expect(outside.asked).toEqual([testVideoId])
      for (const answer of answers) {
        expect(answer.headers.get('content-type')).toBe('image/webp')
        expect(await sharp(answer.bytes).metadata()).toMatchObject({ width: 480, height: 270 })
      }
    })

    test('of nothing that the library does not name', async () => {
      expect((await thumbnail(testVideoId)).status).toBe(404)
      const hidden = await addAuthor(open.database, { verifiedAt: null })
      await open.database.orm.insert(introVideos).values({
        id: randomUUID(),
        userId: hidden.id,
        videoId: testVideoId,
        updatedAt: new Date(),
      })
      expect((await thumbnail(testVideoId)).status).toBe(404)
      expect(outside.asked).toEqual([])
      expect((await thumbnail(testVideoId, hidden)).status).toBe(200)
    })

    test.each<[string, Buffer | undefined]>([
      ['does not answer', undefined],
      ['sends a page', Buffer.from('<html><script>alert(1)</script></html>')],
      ['sends a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ])('that is drawn where the outside %s, which then rests', async (_, gives) => {
      await create()
      const good = outside.gives
      outside.gives = gives
      for (const answer of [await thumbnail(testVideoId), await thumbnail(testVideoId)]) {
        expect(Object.fromEntries(answer.headers)).toMatchObject({
          'content-type': 'image/svg+xml',
          'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
          'cache-control': 'private, max-age=600',
        })
        expect(answer.bytes.toString()).not.toContain('script')
      }
      expect(outside.asked).toHaveLength(1)
      outside.gives = good
      nowMs += restMs
      expect((await thumbnail(testVideoId)).headers.get('content-type')).toBe('image/webp')
      expect(await readdir(join(server.dataDir, 'tmp'))).toEqual([])
    })

    test('for as long as anything names the video', async () => {
      const { _id: id } = (await create()).reply
      await setIntro(url)
      await thumbnail(testVideoId)
      const stored = () => open.database.orm.$count(videoThumbnails)
      const files = () => readdir(join(server.dataDir, 'blobs/thumbnails'))
      const filesThen = (await files()).length
      await call(server.origin, 'deleteVideo', { params: { id } }, author)
      expect([await stored(), (await files()).length]).toEqual([1, filesThen])
      await setIntro(otherUrl)
      expect([await stored(), (await files()).length]).toEqual([0, filesThen - 1])
    })
  })
})
