import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import sharp from 'sharp'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fileBytesMax, fileTooLargeText } from '#contract/file-rule.ts'
import { attachmentRule, smallAttachment } from '#contract/library/model.ts'
import { libraryItems } from '#server/db/schema/library.ts'
import { blobRemovals } from '#server/db/schema/upkeep.ts'
import { tooManyPixelsText } from '#server/http/static/pictures.ts'
import { call } from '#tests/support/call.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addArticle, addAuthor } from '#tests/support/library.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { photoWithPlace, picture, pngBomb } from '#tests/support/pictures.ts'
import { filePart, tinyPdf, tinyPng } from '#tests/support/registration.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { storeFile } from '#tests/support/stored-files.ts'

const page = Buffer.from('<html><script>alert(1)</script></html>')
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const body = { title: 'Files: "a/b"', content: 'b', category: 'Cognitive Wellness' as const }

describe.each(databasesUnderTest())('the files of articles, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer
  let author: SignedIn
  let reader: SignedIn

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database)
    reader = await addPerson(open.database)
    // The server writes WebP and never reads it; the tests look into it.
    sharp.unblock({ operation: ['VipsForeignLoadWebp'] })
  })
  beforeEach(async () => {
    author = await addAuthor(open.database)
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  const publish = (content: Uint8Array<ArrayBuffer>, name = 'file', headers = {}) =>
    call(
      server.origin,
      'createArticle',
      { body, files: { attachment: filePart(content, name) } },
      { token: author.token, headers },
    )
  const fetchFile = (attachment: string, who: { token: string } = reader) =>
    call(server.origin, 'getAttachment', { params: { attachment } }, { token: who.token })
  const stored = async () => {
    const names = await readdir(join(server.dataDir, 'blobs'), { recursive: true }).catch(() => [])
    return names.filter((name) => name.includes('/')).toSorted((a, b) => a.localeCompare(b))
  }

  /** Nothing stored: no article, no file, and nothing waiting to be removed. */
  async function changingNothing(work: () => Promise<void>): Promise<void> {
    const before = [await open.database.orm.$count(libraryItems), await stored()]
    await work()
    expect([await open.database.orm.$count(libraryItems), await stored()]).toEqual(before)
    expect(await readdir(join(server.dataDir, 'tmp'))).toEqual([])
    expect(await open.database.orm.$count(blobRemovals)).toBe(0)
  }

  test('an image is kept upright, without its metadata, in two sizes', async () => {
    const wide = await sharp(await photoWithPlace())
      .resize(3_000, 4_500)
      .withMetadata()
      .jpeg()
      .toBuffer()
    const { reply } = await publish(Buffer.from(wide), 'photo.jpg')
    expect(reply.attachmentFacts).toMatchObject({ kind: 'image', width: 1_600, height: 1_067 })
    const name = reply.attachment ?? ''
    const sizes = [[name, 1_600, 1_067] as const, [smallAttachment(name), 640, 427] as const]
    for (const [file, width, height] of sizes) {
      const answer = await fetchFile(file)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'image/webp',
        'content-disposition': 'inline',
        'cache-control': 'private, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      })
      const facts = await sharp(answer.bytes).metadata()
      expect(facts).toMatchObject({ format: 'webp', width, height })
      expect(facts.exif).toBeUndefined()
      expect(answer.bytes.includes('secret words')).toBe(false)
    }
    expect((await fetchFile(name)).bytes.length).toBe(reply.attachmentFacts?.bytes)
  })

  test('a small image grows in neither size, and a GIF stands still', async () => {
    for (const content of [await picture(30, 20), gif]) {
      const { reply } = await publish(Buffer.from(content))
      expect(reply.attachment).toMatch(/\.webp$/)
      expect(reply.attachmentFacts?.width).toBeLessThanOrEqual(30)
    }
  })

  test('a PDF is for saving, under the article’s title, and nothing in it can run', async () => {
    const { reply } = await publish(tinyPdf, 'a.pdf')
    expect(reply.attachmentFacts).toEqual({
      kind: 'pdf',
      bytes: tinyPdf.length,
      width: null,
      height: null,
    })
    const file = reply.attachment ?? ''
    for (const answer of [
      await fetchFile(file),
      await call(server.origin, 'getArticleFile', { params: { file } }, { token: reader.token }),
    ]) {
      expect(answer.bytes.equals(tinyPdf)).toBe(true)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="article.pdf"; filename*=UTF-8''Files%20a%20b.pdf`,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      })
    }
  })

  test('a file is what its bytes say, whatever its name says', async () => {
    expect((await publish(tinyPdf, 'picture.png')).reply.attachmentFacts?.kind).toBe('pdf')
    expect((await publish(tinyPng, 'paper.pdf')).reply.attachmentFacts?.kind).toBe('image')
  })

  test('what hides behind a picture does not come along', async () => {
    const { reply } = await publish(Buffer.concat([tinyPng, page, tinyPdf]))
    const { bytes } = await fetchFile(reply.attachment ?? '')
    expect([bytes.includes('script'), bytes.includes('%PDF')]).toEqual([false, false])
  })

  test.each<[string, Buffer, string]>([
    ['a page', page, attachmentRule.kindText],
    ['a page that is a PDF too', Buffer.concat([page, tinyPdf]), attachmentRule.kindText],
    ['a program', Buffer.from('MZ\u0090\u0000'), attachmentRule.kindText],
    [
      'a drawing',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      attachmentRule.kindText,
    ],
    ['a PNG without its picture', Buffer.from(tinyPng.subarray(0, 20)), attachmentRule.kindText],
    ['a GIF that is a script too', Buffer.from('GIF89a=1;alert(1)'), attachmentRule.kindText],
    ['a picture that unpacks to too much', pngBomb(30_000, 30_000), tooManyPixelsText],
    [
      'a file over the limit',
      Buffer.concat([tinyPdf, Buffer.alloc(fileBytesMax)]),
      fileTooLargeText,
    ],
  ])('%s is refused, and nothing of it stays', async (_, content, text) => {
    await changingNothing(async () => {
      const { status, problem } = await publish(Buffer.from(content), 'a.png')
      expect([status, problem.code, problem.fields]).toEqual([
        400,
        'invalid_file',
        { attachment: text },
      ])
    })
  })

  test('a body far over the limit is refused before it is read', async () => {
    await changingNothing(async () => {
      const answer = await publish(Buffer.alloc(11 * 1024 * 1024))
      expect([answer.status, answer.problem.code]).toEqual([413, 'body_too_large'])
    })
  })

  test('an upload that is cut leaves nothing', async () => {
    await changingNothing(async () => {
      const head = '--b\r\ncontent-disposition: form-data; name="attachment"; filename="a"\r\n\r\n'
      const socket = connect(Number(new URL(server.origin).port), '127.0.0.1')
      socket.write(
        `POST /api/articles/ HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${author.token}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 500000\r\n\r\n${head}`,
      )
      socket.write(tinyPng)
      const arriving = () => readdir(join(server.dataDir, 'tmp'))
      while ((await arriving()).length === 0) await nextTurn()
      socket.destroy()
      while ((await arriving()).length > 0) await nextTurn()
      expect(await arriving()).toEqual([])
    })
  })

  test('a repeat keeps the file of the first call alone', async () => {
    const headers = { 'idempotency-key': uuidv7() }
    const first = (await publish(tinyPng, 'a', headers)).reply
    await changingNothing(async () => {
      expect((await publish(tinyPng, 'b', headers)).reply).toEqual(first)
      expect((await publish(tinyPdf, 'a', headers)).problem.code).toBe('op_reused')
    })
  })

  test('they go with their article, in every size', async () => {
    const before = await stored()
    const { _id: id, attachment } = (await publish(tinyPng)).reply
    expect((await stored()).length).toBe(before.length + 2)
    await call(server.origin, 'deleteArticle', { params: { id } }, { token: author.token })
    expect(await stored()).toEqual(before)
    expect((await fetchFile(attachment ?? '')).status).toBe(404)
    expect(await open.database.orm.$count(blobRemovals)).toBe(0)
  })

  test('of an author who is not listed they are there for that author alone', async () => {
    const hidden = await addAuthor(open.database, { verifiedAt: null })
    const attachment = `${uuidv7()}.pdf`
    await storeFile(server, open.database, `uploads/${attachment}`, tinyPdf)
    await addArticle(open.database, hidden.id, { attachment })
    expect((await fetchFile(attachment)).status).toBe(404)
    expect((await fetchFile(attachment, hidden)).status).toBe(200)
    expect((await fetchFile(`${uuidv7()}.pdf`)).status).toBe(404)
  })
})
