import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { introVideos, libraryItems, videoThumbnails } from '#server/db/schema/library.ts'
import { blobRemovals } from '#server/db/schema/upkeep.ts'
import { argon2Cost } from '#server/features/account/sign-in/passwords.ts'
import { call } from '#tests/support/call.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addAuthor, addVideo, testVideoId } from '#tests/support/library.ts'
import type { SignedIn } from '#tests/support/people.ts'
import { filePart, goodPassword, tinyPdf, tinyPng } from '#tests/support/registration.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const url = `https://www.youtube.com/watch?v=${testVideoId}`

describe.each(databasesUnderTest())('what an author published, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer
  let passwordHash: string

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database)
    passwordHash = await hash(goodPassword, argon2Cost)
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  /** An author with articles with files, a video and an introduction. */
  async function prolific(): Promise<SignedIn> {
    const author = await addAuthor(open.database, { passwordHash })
    for (const content of [tinyPng, tinyPdf]) {
      const body = {
        title: 'Mine',
        content: 'Text',
        category: 'Cognitive Wellness',
        language: 'ar',
      } as const
      await call(
        server.origin,
        'createArticle',
        { body, files: { attachment: filePart(content) } },
        author,
      )
    }
    await addVideo(open.database, author.id, { body: 'My video' })
    await call(server.origin, 'createIntroVideo', { body: { url } }, author)
    return author
  }
  const files = async () => {
    const names = await readdir(join(server.dataDir, 'blobs'), { recursive: true }).catch(() => [])
    return names.filter((name) => name.includes('/')).toSorted((a, b) => a.localeCompare(b))
  }

  test('is in their export, and nothing of others', async () => {
    const [author] = [await prolific(), await prolific()]
    const { library } = (await call(server.origin, 'exportMyData', {}, author)).reply
    const text = { title: 'Mine', text: 'Text', category: 'Cognitive Wellness', language: 'ar' }
    expect(library).toMatchObject({
      items: [
        { kind: 'article', ...text, attachment: expect.stringMatching(/\.webp$/) },
        { kind: 'article', ...text, attachment: expect.stringMatching(/\.pdf$/) },
        { kind: 'video', text: 'My video', url, language: 'en' },
      ],
      introVideo: { url },
    })
    expect(library).toHaveProperty('items.length', 3)
  })

  test('goes with their account, files and pictures too, and nothing of others', async () => {
    const other = await prolific()
    await open.database.orm.insert(videoThumbnails).values({
      videoId: testVideoId,
      blobKey: 'thumbnails/kept.webp',
      fetchedAt: new Date(0),
    })
    const counts = async () => [
      await open.database.orm.$count(libraryItems),
      await open.database.orm.$count(introVideos),
      await open.database.orm.$count(videoThumbnails),
      await open.database.orm.$count(blobRemovals),
      await files(),
    ]
    const before = await counts()
    const filesBefore = (await files()).length
    const author = await prolific()
    expect((await files()).length).toBe(filesBefore + 3)
    const body = { password: goodPassword }
    expect((await call(server.origin, 'deleteAccount', { body }, author)).status).toBe(204)
    expect(await counts()).toEqual(before)
    const params = { id: other.id }
    expect((await call(server.origin, 'articlesByUser', { params }, other)).reply).toHaveLength(2)
  })
})
