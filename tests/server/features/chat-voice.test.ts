import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { voiceBytesMax, voiceTexts } from '#contract/chat/voice.ts'
import { call } from '#tests/support/call.ts'
import { addPair, type Pair } from '#tests/support/chats.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addMixedPair, storedFiles, unsay } from '#tests/support/evidence.ts'
import { opIdAt, wireOp } from '#tests/support/ops.ts'
import type { SignedIn } from '#tests/support/people.ts'
import { filePart, tinyPdf } from '#tests/support/registration.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { mp4Of, webmOf } from '#tests/support/sounds.ts'

describe('voice notes', () => {
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

  const sendOp = (messageId: string) =>
    wireOp(
      { chatId: pair.chatId, content: '', file: { name: 'Voice note.webm' } },
      { kind: 'chat.send', opId: messageId },
    )
  const push = async (who: SignedIn, ops: ReturnType<typeof wireOp>[]) =>
    (await call(server.origin, 'pushOps', { body: { ops } }, who)).reply.results
  const fetchFile = (who: SignedIn, file: string) =>
    call(server.origin, 'getChatFile', { params: { chatId: pair.chatId, file } }, who)
  const stored = async () =>
    (await readdir(join(server.dataDir, 'blobs'), { recursive: true }).catch(() => [])).filter(
      (name) => name.includes('chat-files/'),
    ).length
  const record = (who: SignedIn, content: Uint8Array<ArrayBuffer>, messageId = opIdAt()) => {
    const body = { messageId, fileName: 'Voice note.webm', voice: 'true' } as const
    const files = { file: filePart(content, 'Voice note.webm') }
    const params = { chatId: pair.chatId }
    return call(server.origin, 'putChatFile', { params, body, files }, who)
  }

  test('tell how long they are, by their own bytes, and are heard by the other one', async () => {
    const id = opIdAt()
    const content = bytesOf(webmOf({ seconds: 7 }))
    const up = await record(pair.client, content, id)
    const file = { name: 'Voice note.webm', kind: 'webm', voiceMs: 7_000 }
    expect([up.status, up.reply.file]).toMatchObject([201, file])
    expect((await record(pair.client, content, id)).reply).toEqual(up.reply)
    expect(await push(pair.client, [sendOp(id)])).toMatchObject([{ result: { file } }])
    const params = { chatId: pair.chatId }
    const { reply } = await call(server.origin, 'getMessages', { params, query: {} }, pair.provider)
    expect(reply.messages).toMatchObject([{ _id: id, file }])
    expect((await fetchFile(pair.provider, `${id}.webm`)).bytes).toEqual(Buffer.from(content))
    const exported = await call(server.origin, 'exportMyData', {}, pair.client)
    expect(exported.reply).toMatchObject({ filesSent: [{ kind: 'webm', voiceMs: 7_000 }] })
  })

  test.each([
    ['more than a minute', webmOf({ seconds: 62 }), voiceTexts.tooLong],
    ['a film', webmOf({ tracks: [1, 2] }), voiceTexts.noSound],
    ['a film in an MP4', mp4Of({ handlers: ['vide', 'soun'] }), voiceTexts.noSound],
    ['a PDF', tinyPdf, voiceTexts.noSound],
    ['too large', Buffer.concat([webmOf(), Buffer.alloc(voiceBytesMax)]), voiceTexts.tooLarge],
  ])('are refused where they are %s, and nothing of them stays', async (_, content, text) => {
    const before = await stored()
    const answer = await record(pair.client, bytesOf(content))
    expect([answer.status, answer.problem.fields]).toEqual([400, { file: text }])
    expect(await stored()).toBe(before)
  })

  test('are what their sender said alone: any other recording is a file', async () => {
    const id = opIdAt()
    const content = bytesOf(webmOf({ seconds: 90 }))
    const body = { messageId: id, fileName: 'a.webm' }
    const files = { file: filePart(content, 'a.webm') }
    const params = { chatId: pair.chatId }
    const { reply } = await call(server.origin, 'putChatFile', { params, body, files }, pair.client)
    expect(reply.file).toEqual({
      name: 'a.webm',
      kind: 'webm',
      bytes: content.length,
      width: null,
      height: null,
    })
  })

  test('of an adult to a minor are sealed as every file is, when they are deleted', async () => {
    pair = await addMixedPair(open.database)
    const id = opIdAt()
    await record(pair.provider, bytesOf(webmOf()), id)
    await push(pair.provider, [sendOp(id)])
    expect(await unsay(server, pair, pair.provider, id)).toBe(200)
    await server.upkeep()
    expect([...(await storedFiles(server)).keys()]).toContainEqual(
      expect.stringMatching(/^evidence\//),
    )
    const { rows } = await open.database.pool.query(
      'select file_id from message_evidence where message_id = $1',
      [id],
    )
    expect(rows).toEqual([{ file_id: id }])
  })
})

function bytesOf(content: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(content)
}
