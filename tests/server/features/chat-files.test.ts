import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { PoolClient } from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chatFileBytesMax } from '#contract/chat/file.ts'
import type { Database } from '#server/db/client.ts'
import { chats } from '#server/db/schema/connections.ts'
import { filesPerHourMax, waitingFilesMax, sweepChatFiles } from '#server/features/chat/files.ts'
import { chatFileInsert } from '#server/features/chat/messages.sql.ts'
import { call } from '#tests/support/call.ts'
import { addMessages, addPair, endConnectionOf, type Pair } from '#tests/support/chats.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { wholeDatabase } from '#tests/support/evidence.ts'
import { opIdAt, wireOp } from '#tests/support/ops.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { docxOf, mp3Of, photoWithPlace, picture, pngBomb, zipOf } from '#tests/support/pictures.ts'
import { filePart, tinyPdf, tinyPng } from '#tests/support/registration.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'

describe('files of messages', () => {
  let open: TestDatabase
  let server: TestServer
  let pair: Pair

  beforeAll(async () => {
    open = await openTestDatabase(databasesUnderTest()[0] ?? 'embedded')
    server = await startTestServer(open.database)
  })
  beforeEach(async () => {
    pair = await addPair(open.database)
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  const upload = (
    who: SignedIn,
    content: Uint8Array<ArrayBuffer>,
    messageId = opIdAt(),
    name = 'a.bin',
  ) =>
    call(
      server.origin,
      'putChatFile',
      {
        params: { chatId: pair.chatId },
        body: { messageId, fileName: name },
        files: { file: filePart(content, name) },
      },
      who,
    )
  const post = (who: SignedIn, content: string, file: File, id = opIdAt()) =>
    call(
      server.origin,
      'postMessage',
      { params: { chatId: pair.chatId }, body: { content, id }, files: { file } },
      who,
    )
  const sendOp = (messageId: string, content = '') =>
    wireOp(
      { chatId: pair.chatId, content, file: { name: 'a.bin' } },
      { kind: 'chat.send', opId: messageId },
    )
  const push = async (who: SignedIn, ops: ReturnType<typeof wireOp>[]) =>
    (await call(server.origin, 'pushOps', { body: { ops } }, who)).reply.results
  const fetchFile = (who: SignedIn | undefined, file: string, chatId = pair.chatId) =>
    call(server.origin, 'getChatFile', { params: { chatId, file } }, { token: who?.token })
  const stored = async () =>
    (await readdir(join(server.dataDir, 'blobs'), { recursive: true })).filter((name) =>
      name.includes('chat-files/'),
    ).length

  test('go with a message in one call, and come back by the bearer alone', async () => {
    const { reply } = await post(pair.client, 'My plan', filePart(tinyPdf, 'My plan.pdf'))
    const url = `/chat/${pair.chatId}/files/${reply._id}.pdf`
    expect([reply.fileUrl, reply.file]).toEqual([
      url,
      { name: 'My plan.pdf', kind: 'pdf', bytes: tinyPdf.length, width: null, height: null },
    ])
    const file = `${reply._id}.pdf`
    const got = await fetchFile(pair.provider, file)
    expect([got.status, got.bytes]).toEqual([200, tinyPdf])
    expect(Object.fromEntries(got.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': "attachment; filename*=UTF-8''My%20plan.pdf",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    expect((await fetchFile(undefined, file)).status).toBe(401)
    expect((await fetchFile(await addPerson(open.database), file)).status).toBe(404)
    const other = await addPair(open.database, { client: pair.client })
    expect((await fetchFile(pair.client, file, other.chatId)).status).toBe(404)
    expect((await fetchFile(pair.client, `${reply._id}.docx`)).status).toBe(404)
  })

  test('go up before a queued message, as often as it takes', async () => {
    const id = opIdAt()
    const first = await upload(pair.client, tinyPdf, id, 'plan.pdf')
    const again = await upload(pair.client, tinyPdf, id, 'plan.pdf')
    expect([first.status, again.reply]).toEqual([201, first.reply])
    expect((await fetchFile(pair.client, `${id}.pdf`)).status).toBe(404)
    const [sent] = await push(pair.client, [sendOp(id, 'Here')])
    expect(sent).toMatchObject({
      status: 'applied',
      result: { _id: id, file: { name: 'plan.pdf', kind: 'pdf' } },
    })
    expect((await fetchFile(pair.provider, `${id}.pdf`)).bytes).toEqual(tinyPdf)
  })

  test('stay when the answer to the commit of their row is lost, and go up again', async () => {
    const id = opIdAt()
    loseAnswerToCommit(open.database, chatFileInsert.name)
    expect((await upload(pair.client, tinyPdf, id)).status).toBe(503)
    const before = await stored()
    expect((await upload(pair.client, tinyPdf, id)).status).toBe(201)
    expect(await push(pair.client, [sendOp(id)])).toMatchObject([{ status: 'applied' }])
    await server.blobs.sweep()
    expect(await stored()).toBe(before)
    expect((await fetchFile(pair.provider, `${id}.pdf`)).bytes).toEqual(tinyPdf)
  })

  test('of a deleted message leave no name in its receipt, which a repeat still gets', async () => {
    const id = opIdAt()
    await upload(pair.client, tinyPdf, id, 'My secret plan.pdf')
    const [sent] = await push(pair.client, [sendOp(id)])
    expect(sent).toMatchObject({
      status: 'applied',
      result: { file: { name: 'My secret plan.pdf' } },
    })
    const params = { chatId: pair.chatId, messageId: id }
    await call(server.origin, 'deleteMessage', { params }, pair.client)
    const [again] = await push(pair.client, [sendOp(id)])
    expect(again).toMatchObject({
      status: 'duplicate',
      result: { _id: id, file: { name: '', kind: 'pdf' } },
    })
    expect(await wholeDatabase(open.database)).not.toContain('My secret plan')
    await server.blobs.sweep()
  })

  test('are waited for: a message without its file comes again', async () => {
    const id = opIdAt()
    const [early] = await push(pair.client, [sendOp(id)])
    expect(early).toMatchObject({ status: 'retry', code: 'file_missing' })
    await upload(pair.client, tinyPdf, id)
    expect(await push(pair.client, [sendOp(id)])).toMatchObject([{ status: 'applied' }])
  })

  test('of one person are no other one’s to send', async () => {
    const id = opIdAt()
    await upload(pair.client, tinyPdf, id)
    expect((await upload(pair.provider, tinyPdf, id)).problem.code).toBe('op_reused')
    expect(await push(pair.provider, [sendOp(id)])).toMatchObject([{ code: 'file_missing' }])
  })

  test('under an id that another file has are refused', async () => {
    const id = opIdAt()
    await upload(pair.client, tinyPdf, id)
    const other = await upload(pair.client, tinyPng, id)
    expect([other.status, other.problem.code]).toEqual([409, 'op_reused'])
  })

  test.each(['the same chat', 'another chat'])(
    'under the id of a message that is there are refused, in %s',
    async (where) => {
      const [id = ''] = await addMessages(open.database, pair.chatId, pair.provider.id, ['Hello'])
      const before = await stored()
      const other = await addPair(open.database, { client: pair.client })
      const params = { chatId: where === 'another chat' ? other.chatId : pair.chatId }
      const body = { messageId: id, fileName: 'a.pdf' }
      const given = { params, body, files: { file: filePart(tinyPdf) } }
      const refused = await call(server.origin, 'putChatFile', given, pair.client)
      expect([refused.status, refused.problem.code]).toEqual([409, 'op_reused'])
      expect(await stored()).toBe(before)
    },
  )

  test('that wait are no part of a message that came without one', async () => {
    const id = opIdAt()
    await upload(pair.client, tinyPdf, id)
    await call(
      server.origin,
      'postMessage',
      { params: { chatId: pair.chatId }, body: { content: 'Hello', id }, files: {} },
      pair.provider,
    )
    const page = { params: { chatId: pair.chatId }, query: {} }
    const { reply } = await call(server.origin, 'getMessages', page, pair.provider)
    expect(reply.messages).toMatchObject([{ _id: id, content: 'Hello', file: null }])
  })

  test('that are pictures are made anew, upright, small enough and without the place they were taken', async () => {
    const photo = new Uint8Array(await photoWithPlace())
    const { reply } = await post(pair.client, '', filePart(photo, 'me.jpg'))
    expect(reply.file).toMatchObject({ name: 'me.jpg', kind: 'webp', width: 80, height: 120 })
    const { bytes } = await fetchFile(pair.provider, `${reply._id}.webp`)
    const facts = await sharp(bytes).metadata()
    expect([facts.format, facts.width, facts.exif]).toEqual(['webp', 80, undefined])
    const wide = new Uint8Array(await picture(3_000, 20))
    const large = await post(pair.client, '', filePart(wide, 'wide.png'))
    expect(large.reply.file).toMatchObject({ width: 2_048, height: 14 })
  })

  test('that move go on moving', async () => {
    const frames = await Promise.all(['#ff0000', '#00ff00', '#0000ff'].map(frameOf))
    const moving = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    const { reply } = await post(pair.client, '', filePart(new Uint8Array(moving), 'wave.gif'))
    expect(reply.file).toMatchObject({ kind: 'webp', width: 10, height: 10 })
    const { bytes } = await fetchFile(pair.client, `${reply._id}.webp`)
    expect((await sharp(bytes, { pages: -1 }).metadata()).pages).toBe(3)
  })

  test.each([
    ['an MP3', 'mp3', mp3Of(20)],
    ['a film', 'mp4', Buffer.from('\0\0\0\u0018ftypisom....')],
    ['a Word document', 'docx', docxOf()],
  ])('may be %s', async (_, kind, content) => {
    const { reply } = await post(pair.client, '', filePart(new Uint8Array(content), 'x'))
    expect([reply.file?.kind, reply.fileUrl?.endsWith(`.${kind}`)]).toEqual([kind, true])
  })

  test.each([
    ['a page', Buffer.from('<html><script>alert(1)</script>')],
    ['a program', Buffer.from('MZ\u0090\0')],
    ['a zip', zipOf('xl/workbook.xml', 100)],
    ['a picture that is none', Buffer.concat([tinyPng.subarray(0, 20), Buffer.alloc(50)])],
    ['a drawing with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg">')],
  ])('are never %s, and leave nothing behind', async (_, content) => {
    const before = await stored()
    const refused = await post(pair.client, '', filePart(new Uint8Array(content), 'photo.png'))
    expect([refused.status, refused.problem.code, refused.problem.fields]).toEqual([
      400,
      'invalid_file',
      { file: 'Only images, PDF, Word documents, audio and video can be sent.' },
    ])
    expect(await stored()).toBe(before)
  })

  test('that would unpack to more than the memory holds are refused', async () => {
    const bomb = filePart(new Uint8Array(pngBomb(30_000, 30_000)), 'x.png')
    const { problem } = await post(pair.client, '', bomb)
    expect(problem.fields?.['file']).toContain('megapixels')
  })

  test('end at 10 MB', async () => {
    const pdf = new Uint8Array(chatFileBytesMax + 1)
    pdf.set(tinyPdf)
    pdf.set(tinyPdf, pdf.length - tinyPdf.length - 1)
    const refused = await upload(pair.client, pdf)
    expect([refused.status, refused.problem.fields]).toEqual([
      400,
      { file: 'File size exceeds 10MB limit.' },
    ])
    expect((await upload(pair.client, pdf.slice(0, -1))).status).toBe(201)
  })

  test('do not go to a chat that has ended, or is not one’s own', async () => {
    const stranger = await addPerson(open.database)
    expect((await upload(stranger, tinyPdf)).status).toBe(404)
    await endConnectionOf(open.database, pair)
    const refused = await upload(pair.client, tinyPdf)
    expect([refused.status, refused.problem.code]).toEqual([403, 'chat_closed'])
  })

  test('go with the message that is deleted', async () => {
    const before = await stored()
    const { reply } = await post(pair.client, 'x', filePart(tinyPdf))
    const params = { chatId: pair.chatId, messageId: reply._id }
    const trace = await call(server.origin, 'deleteMessage', { params }, pair.client)
    expect([trace.reply.file, trace.reply.fileUrl]).toEqual([null, null])
    expect((await fetchFile(pair.client, `${reply._id}.pdf`)).status).toBe(404)
    await server.blobs.sweep()
    expect(await stored()).toBe(before)
  })

  test('whose messages never came are swept away, the others stay', async () => {
    const sent = await post(pair.client, 'x', filePart(tinyPdf))
    const waiting = await upload(pair.client, tinyPdf)
    const before = await stored()
    const days = (count: number) => new Date(testNoonMs + count * 86_400_000)
    await sweepChatFiles(open.database.pool, days(6))
    await server.blobs.sweep()
    expect(await stored()).toBe(before)
    await sweepChatFiles(open.database.pool, days(8))
    await open.database.pool.query(`update blob_removals set due_at = '2026-01-01'`)
    await server.blobs.sweep()
    const { rows } = await open.database.pool.query('select attached from chat_files')
    expect(rows.every(({ attached }) => attached)).toBe(true)
    expect(await stored()).toBe(rows.length)
    expect(await push(pair.client, [sendOp(waiting.reply.messageId)])).toMatchObject([
      { code: 'file_missing' },
    ])
    expect((await fetchFile(pair.client, `${sent.reply._id}.pdf`)).status).toBe(200)
  })

  // The embedded database has one connection: nothing comes in between.
  test.runIf(databasesUnderTest()[0] === 'postgres')(
    'that waited for a week go with their message, though the sweep comes while it is sent',
    async () => {
      const { orm, pool } = open.database
      const { reply } = await upload(pair.client, tinyPdf)
      const id = reply.messageId
      const { sending } = await orm.transaction(async (tx) => {
        await tx.select().from(chats).where(eq(chats.id, pair.chatId)).for('update')
        const sent = push(pair.client, [sendOp(id)])
        const waiting = `select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`
        await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1)
        await sweepChatFiles(pool, new Date(testNoonMs + 8 * 86_400_000))
        return { sending: sent }
      })
      expect(await sending).toMatchObject([
        { status: 'applied', result: { file: { kind: 'pdf' } } },
      ])
      await server.blobs.sweep()
      expect((await fetchFile(pair.provider, `${id}.pdf`)).bytes).toEqual(tinyPdf)
    },
  )

  test('are so many that wait, and so many an hour', async () => {
    for (let count = 0; count < waitingFilesMax; count += 1) {
      expect((await upload(pair.client, tinyPdf)).status).toBe(201)
    }
    expect((await upload(pair.client, tinyPdf)).problem.code).toBe('rate_limited')
    expect((await upload(pair.provider, tinyPdf)).status).toBe(201)
    expect(filesPerHourMax).toBeGreaterThan(waitingFilesMax)
  })
})

/** Breaks the connection of the next transaction with a statement of that name once it has committed. */
function loseAnswerToCommit({ pool }: Database, name: string): void {
  const connect = pool.connect.bind(pool) as (...given: unknown[]) => Promise<PoolClient>
  const connectLosing = async () => {
    const client = await connect()
    const ask = client.query.bind(client) as (...given: unknown[]) => unknown
    let isIt = false
    const query = async (...given: unknown[]) => {
      const [first] = given
      isIt ||= typeof first === 'object' && first !== null && Reflect.get(first, 'name') === name
      const answer = await ask(...given)
      if (!isIt || first !== 'commit') return answer
      Object.assign(pool, { connect })
      throw new Error('Connection terminated unexpectedly')
    }
    return Object.assign(client, { query })
  }
  // The pool's own queries connect with a callback.
  Object.assign(pool, {
    connect: (...given: unknown[]) => (given.length > 0 ? connect(...given) : connectLosing()),
  })
}

function frameOf(background: string): Promise<Buffer> {
  return sharp({ create: { width: 10, height: 10, channels: 3, background } })
    .png()
    .toBuffer()
}
