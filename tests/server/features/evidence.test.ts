import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { LocalDate } from '#contract/local-date.ts'
import { messageEvidence, sealedFiles } from '#server/db/schema/safety.ts'
import { call } from '#tests/support/call.ts'
import { addMessages, endConnectionOf, type Pair } from '#tests/support/chats.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import {
  addBoss,
  addMixedPair,
  adultBirthDate,
  leave,
  readReport,
  reportAndRead,
  say,
  storedFiles,
  unsay,
  wholeDatabase,
} from '#tests/support/evidence.ts'
import { opIdAt, wireOp } from '#tests/support/ops.ts'
import { filePart, tinyPdf, tinyPng } from '#tests/support/registration.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'

const dayMs = 86_400_000
const words = 'nobody must ever know of this'

describe.each(databasesUnderTest())('what an adult wrote to a minor, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer
  let nowMs = testNoonMs

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database, { now: () => nowMs })
  })
  beforeEach(async () => {
    nowMs = testNoonMs
    await open.database.pool.query(
      'truncate message_evidence, report_files, reports, sealed_files, blob_removals cascade',
    )
    await rm(join(server.dataDir, 'blobs'), { recursive: true, force: true })
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  /** Moves the clock on; nobody is signed out by that. */
  async function later(ms: number) {
    nowMs += ms
    const expiresAt = new Date(nowMs + dayMs)
    const text = 'update sessions set created_at = $1, proved_at = $1, expires_at = $2'
    await open.database.pool.query(text, [new Date(nowMs), expiresAt])
  }
  const evidenceRows = () => open.database.orm.select().from(messageEvidence)
  const pages = async ({ chatId }: Pair, reader: Pair['client']) =>
    (await call(server.origin, 'getMessages', { params: { chatId }, query: {} }, reader)).reply
  const report = (reporter: Pair['client'], id: string, target: 'message' | 'person' = 'message') =>
    reportAndRead(server, open.database, reporter, { kind: target, id })

  test('is sealed when it is deleted, and its report shows it', async () => {
    const pair = await addMixedPair(open.database)
    const id = await say(server, pair, pair.provider, { content: words })
    expect(await wholeDatabase(open.database)).toContain(words)
    expect(await unsay(server, pair, pair.provider, id)).toBe(200)

    expect(await wholeDatabase(open.database)).not.toContain(words)
    expect(await evidenceRows()).toMatchObject([
      {
        messageId: id,
        senderId: pair.provider.id,
        recipientId: pair.client.id,
        expiresAt: new Date(testNoonMs + 90 * dayMs),
      },
    ])
    const [trace] = (await pages(pair, pair.client)).messages
    expect([trace?.content, trace?.sealedUntil]).toEqual(['', '2026-09-13T12:00:00.000Z'])
    expect(await report(pair.client, id)).toMatchObject({
      subject: { id: pair.provider.id },
      note: 'Please look',
      readable: true,
      messages: [{ _id: id, reported: true, byReporter: false, text: words }],
    })
    expect(await wholeDatabase(open.database)).not.toMatch(/nobody must ever know|Please look/)
  })

  test('is sealed when it is deleted from the queue, more at once', async () => {
    const pair = await addMixedPair(open.database)
    const { chatId, provider } = pair
    const ids = [
      await say(server, pair, provider, { content: 'one' }),
      await say(server, pair, provider, { content: 'two' }),
    ]
    const ops = ids.map((messageId) => wireOp({ chatId, messageId }, { kind: 'chat.delete' }))
    const { reply } = await call(server.origin, 'pushOps', { body: { ops } }, provider)
    expect(reply.results.map(({ status }) => status)).toEqual(['applied', 'applied'])
    expect((await evidenceRows()).map((row) => row.messageId).toSorted()).toEqual(ids.toSorted())
  })

  test.each([
    ['an adult to an adult', { client: { birthDate: '1999-01-01' as LocalDate } }],
    ['a minor to a minor', { provider: { birthDate: '2009-01-01' as LocalDate } }],
    ['an adult on the eighteenth birthday', { client: { birthDate: '2008-06-15' as LocalDate } }],
  ])('leaves nothing where %s writes', async (_, given) => {
    const pair = await addMixedPair(open.database, given)
    const id = await say(server, pair, pair.provider, { content: words })
    await unsay(server, pair, pair.provider, id)
    expect(await evidenceRows()).toEqual([])
    expect(await report(pair.client, id)).toMatchObject({
      messages: [{ text: '', deletedAt: '2026-06-15T12:00:00.000Z' }],
    })
  })

  test('leaves nothing of what the minor deletes', async () => {
    const pair = await addMixedPair(open.database)
    const id = await say(server, pair, pair.client, { content: words })
    await unsay(server, pair, pair.client, id)
    expect(await evidenceRows()).toEqual([])
    expect((await pages(pair, pair.provider)).messages[0]).not.toHaveProperty('sealedUntil')
  })

  test('stays sealed when it was sent on the last day before eighteen and deleted later', async () => {
    const pair = await addMixedPair(open.database, {
      client: { birthDate: '2008-06-16' as LocalDate },
    })
    const id = await say(server, pair, pair.provider, { content: words })
    await later(20 * dayMs)
    await unsay(server, pair, pair.provider, id)
    expect(await report(pair.client, id)).toMatchObject({ messages: [{ text: words }] })
  })

  test('outlives the account of the adult, and names them in the report', async () => {
    const pair = await addMixedPair(open.database)
    const id = await say(server, pair, pair.provider, { content: words, file: tinyPdf })
    expect(await leave(server, pair.provider)).toBe(204)
    await server.upkeep()
    expect(await wholeDatabase(open.database)).not.toContain(words)
    expect([...(await storedFiles(server)).keys()]).toEqual([expect.stringMatching(/^evidence\//)])
    const [trace] = (await pages(pair, pair.client)).messages
    expect(trace).toMatchObject({ senderId: null, sealedUntil: '2026-09-13T12:00:00.000Z' })
    expect(await report(pair.client, id)).toMatchObject({
      subject: null,
      snapshot: { sender: 'Karim Adult', text: words },
      messages: [{ text: words, file: { kind: 'pdf', attached: true } }],
    })
  })

  test('is sealed too when the minor goes, and again when the adult goes long after', async () => {
    const pair = await addMixedPair(open.database)
    await say(server, pair, pair.provider, { content: words, file: tinyPdf })
    expect(await leave(server, pair.client)).toBe(204)
    await server.upkeep()
    expect(await evidenceRows()).toMatchObject([{ recipientId: pair.client.id }])
    // The adult still has what they wrote.
    const { messages } = await pages(pair, pair.provider)
    expect(messages.map(({ content, file }) => [content, file?.kind])).toEqual([[words, 'pdf']])

    await later(91 * dayMs)
    await server.upkeep()
    expect(await evidenceRows()).toEqual([])
    expect(await leave(server, pair.provider)).toBe(204)
    await server.upkeep()
    expect(await evidenceRows()).toMatchObject([
      { recipientId: null, expiresAt: new Date(nowMs + 90 * dayMs) },
    ])
    expect([...(await storedFiles(server)).keys()]).toHaveLength(1)
  })

  test('is sealed to the last message when the account goes, however many there are', async () => {
    const pair = await addMixedPair(open.database)
    const lines = Array.from({ length: 501 }, (_, index) => `line ${index}`)
    await addMessages(open.database, pair.chatId, pair.provider.id, lines)
    expect(await leave(server, pair.provider)).toBe(204)
    expect(await evidenceRows()).toHaveLength(501)
  })

  test('goes after 90 days with its file, and a report after that shows the trace alone', async () => {
    const pair = await addMixedPair(open.database)
    const id = await say(server, pair, pair.provider, { content: words, file: tinyPng })
    await unsay(server, pair, pair.provider, id)
    await server.upkeep()
    expect((await storedFiles(server)).size).toBe(1)

    await later(90 * dayMs - 1)
    await server.upkeep()
    expect(await evidenceRows()).toHaveLength(1)
    await later(1)
    expect(await report(pair.client, id)).toMatchObject({
      messages: [{ text: '', file: null, deletedAt: '2026-06-15T12:00:00.000Z' }],
    })
    await server.upkeep()
    expect(await evidenceRows()).toEqual([])
    expect(await open.database.orm.select().from(sealedFiles)).toEqual([])
    expect((await storedFiles(server)).size).toBe(0)
  })

  test('is held by the store until its file is sealed, whoever sweeps first', async () => {
    const pair = await addMixedPair(open.database)
    const id = await say(server, pair, pair.provider, { content: '', file: tinyPdf })
    await unsay(server, pair, pair.provider, id)
    await server.blobs.sweep()
    expect([...(await storedFiles(server)).values()]).toEqual([tinyPdf])
    await server.upkeep()
    const left = await storedFiles(server)
    expect([...left.keys()]).toEqual([expect.stringMatching(/^evidence\//)])
    expect([...left.values()].some((bytes) => bytes.includes('%PDF'))).toBe(false)
  })

  test('has no file that only waited under its id', async () => {
    const pair = await addMixedPair(open.database)
    const messageId = opIdAt()
    const params = { chatId: pair.chatId }
    const body = { messageId, fileName: 'a.pdf' }
    const files = { file: filePart(tinyPdf) }
    await call(server.origin, 'putChatFile', { params, body, files }, pair.client)
    const said = { params, body: { id: messageId, content: words }, files: {} }
    await call(server.origin, 'postMessage', said, pair.provider)
    expect(await unsay(server, pair, pair.provider, messageId)).toBe(200)
    expect(await evidenceRows()).toMatchObject([{ messageId, fileId: null }])
    expect(await report(pair.client, messageId)).toMatchObject({
      messages: [{ text: words, file: null }],
    })
  })

  test('goes with the report of the person, also of a chat that is over', async () => {
    const pair = await addMixedPair(open.database)
    const ids = [
      await say(server, pair, pair.provider, { content: 'first' }),
      await say(server, pair, pair.provider, { content: 'second', file: tinyPdf }),
    ]
    await say(server, pair, pair.provider, { content: 'not deleted' })
    for (const id of ids) await unsay(server, pair, pair.provider, id)
    await endConnectionOf(open.database, pair)
    await server.upkeep()
    const other = await addMixedPair(open.database, { provider: {} })
    const filed = await report(pair.client, pair.provider.id, 'person')
    expect(filed).toMatchObject({
      messages: [
        { text: 'first', reported: false, byReporter: false },
        { text: 'second', file: { kind: 'pdf', attached: true } },
      ],
    })
    // Of a chat that is over, a message can be reported as before.
    expect(await report(pair.client, ids[0] ?? '')).toMatchObject({
      messages: [{ text: 'first', reported: true }, { text: 'second' }, { text: 'not deleted' }],
    })
    expect(await report(other.client, pair.provider.id, 'person')).toMatchObject({ messages: [] })
  })

  test('is told of in the chat, to both and only where it holds', async () => {
    const pair = await addMixedPair(open.database)
    expect((await pages(pair, pair.client)).chat.evidence).toBe('theirs')
    expect((await pages(pair, pair.provider)).chat.evidence).toBe('mine')
    const adults = await addMixedPair(open.database, { client: { birthDate: adultBirthDate } })
    expect((await pages(adults, adults.client)).chat).not.toHaveProperty('evidence')
  })

  describe('a report', () => {
    test('carries the five messages on each side, those that were deleted too', async () => {
      const pair = await addMixedPair(open.database)
      const ids: string[] = []
      for (let index = 0; index < 14; index += 1) {
        await later(2_000)
        const sender = index % 2 === 0 ? pair.provider : pair.client
        ids.push(await say(server, pair, sender, { content: `line ${index}` }))
      }
      await unsay(server, pair, pair.provider, ids[4] ?? '')
      await unsay(server, pair, pair.client, ids[7] ?? '')
      const filed = await report(pair.client, ids[6] ?? '')
      if (typeof filed === 'number') throw new Error(`Refused: ${filed}`)
      expect(filed.messages.map(({ text }) => text)).toEqual(
        [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((line) => (line === 7 ? '' : `line ${line}`)),
      )
      expect(filed.messages.map(({ byReporter }) => byReporter)).toEqual(
        [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((line) => line % 2 === 1),
      )
      expect(filed.messages.filter(({ reported }) => reported)).toMatchObject([
        { text: 'line 6', deletedAt: null },
      ])
      expect(filed.messages[3]?.deletedAt).not.toBeNull()
    })

    test('keeps the file when the message and the evidence are gone, until its own time is over', async () => {
      const pair = await addMixedPair(open.database)
      const id = await say(server, pair, pair.provider, {
        content: '',
        file: tinyPdf,
        fileName: 'plán "x".pdf',
      })
      const filed = await report(pair.client, id)
      if (typeof filed === 'number') throw new Error(`Refused: ${filed}`)
      const boss = await addBoss(open.database)
      const params = { id: filed._id, messageId: id }
      const file = () => call(server.origin, 'getReportFile', { params }, boss)
      // Not sealed yet, and after that.
      expect((await file()).bytes).toEqual(tinyPdf)
      await unsay(server, pair, pair.provider, id)
      await server.upkeep()
      const opened = await file()
      expect([opened.status, opened.bytes]).toEqual([200, tinyPdf])
      expect(Object.fromEntries(opened.headers)).toMatchObject({
        'content-type': 'application/pdf',
        'x-content-type-options': 'nosniff',
        'content-disposition': `attachment; filename*=UTF-8''pl%C3%A1n%20%22x%22.pdf`,
        'cache-control': 'no-store',
      })
      await later(200 * dayMs)
      await server.upkeep()
      expect(await evidenceRows()).toEqual([])
      expect((await file()).status).toBe(200)

      const decision = { params: { id: filed._id }, body: { state: 'resolved' } } as const
      const decided = await call(server.origin, 'handleReport', decision, boss)
      expect(decided.reply.expiresAt).toBe(new Date(nowMs + 365 * dayMs).toISOString())
      await later(365 * dayMs - 1)
      await server.upkeep()
      expect((await file()).status).toBe(200)
      await later(1)
      await server.upkeep()
      expect(await readReport(server, boss, filed._id)).toBeUndefined()
      expect((await file()).status).toBe(404)
      expect((await storedFiles(server)).size).toBe(0)
    })

    test('that nobody has decided, or that is in review, stays', async () => {
      const pair = await addMixedPair(open.database)
      const filed = await report(pair.client, pair.provider.id, 'person')
      if (typeof filed === 'number') throw new Error(`Refused: ${filed}`)
      expect(filed.expiresAt).toBeNull()
      const boss = await addBoss(open.database)
      const decision = { params: { id: filed._id }, body: { state: 'inReview' } } as const
      await call(server.origin, 'handleReport', decision, boss)
      await later(800 * dayMs)
      await server.upkeep()
      const { rowCount } = await open.database.pool.query('select 1 from reports')
      expect(rowCount).toBe(1)
    })

    test('from before reports were sealed is read as it was, and sealed by the upkeep', async () => {
      const pair = await addMixedPair(open.database)
      const id = '01985a3c-0000-7a10-8c00-0000000000ff'
      await open.database.pool.query(
        `insert into reports (id, reporter_id, subject_id, target, snapshot, reason, note, state, created_at)
          values ($1, $2, $3, '{"kind":"person","id":"x"}', '{"bio":"an old bio"}', 'harm', 'an old note', 'open', now())`,
        [id, pair.client.id, pair.provider.id],
      )
      const boss = await addBoss(open.database)
      const old = await readReport(server, boss, id)
      expect(old).toMatchObject({ note: 'an old note', snapshot: { bio: 'an old bio' } })
      await server.upkeep()
      expect(await wholeDatabase(open.database)).not.toMatch(/an old (bio|note)/)
      expect(await readReport(server, boss, id)).toEqual(old)
    })
  })
})
