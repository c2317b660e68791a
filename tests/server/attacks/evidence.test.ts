import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Report, ReportTarget } from '#contract/safety/api.ts'
import { packReceivers, packs } from '#server/db/schema/library.ts'
import { createSealer, sealingKeyBytes } from '#server/ports/sealing.ts'
import { call, problemOf } from '#tests/support/call.ts'
import { addPair, type Pair } from '#tests/support/chats.ts'
import { addBlock } from '#tests/support/connections.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import {
  addBoss,
  addMixedPair,
  leave,
  readReport,
  reportAndRead,
  say,
  unsay,
} from '#tests/support/evidence.ts'
import { addArticle, addAuthor, addVideo } from '#tests/support/library.ts'
import { opIdAt, wireOp } from '#tests/support/ops.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { mp3Of } from '#tests/support/pictures.ts'
import { filePart, tinyPdf } from '#tests/support/registration.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'

let open: TestDatabase
let server: TestServer
let boss: SignedIn

beforeAll(async () => {
  open = await openTestDatabase(databasesUnderTest()[0] ?? 'embedded')
  server = await startTestServer(open.database)
  boss = await addBoss(open.database)
})
afterAll(async () => {
  await server.close()
  await open.drop()
})

const query = (text: string, values: unknown[] = []) => open.database.pool.query(text, values)
const statusOf = async (who: SignedIn, target: ReportTarget) =>
  (await call(server.origin, 'report', { body: { target, reason: 'other' } }, who)).status
const fileStatus = async (id: string, messageId: string, who = boss) =>
  (await call(server.origin, 'getReportFile', { params: { id, messageId } }, who)).status

async function filed(reporter: SignedIn, target: ReportTarget): Promise<Report> {
  const report = await reportAndRead(server, open.database, reporter, target)
  if (typeof report === 'number') throw new Error(`Refused: ${report}`)
  return report
}

/** A message that the adult has taken back. */
async function takenBack(content: string): Promise<{ pair: Pair; id: string }> {
  const pair = await addMixedPair(open.database)
  const id = await say(server, pair, pair.provider, { content, file: tinyPdf })
  await unsay(server, pair, pair.provider, id)
  await server.upkeep()
  return { pair, id }
}

test.each([
  ['erases the words', `update messages set content = '' where id = $1`],
  ['changes the words', `update messages set content = 'hello' where id = $1`],
  ['marks it as deleted', 'update messages set deleted_at = now() where id = $1'],
  ['says that it went to nobody under 18', 'update messages set to_minor = false where id = $1'],
  ['deletes the row', 'delete from messages where id = $1'],
  ['deletes the chat', 'delete from chats where id = (select chat_id from messages where id = $1)'],
])('whoever %s past the code is refused by the database', async (_, statement) => {
  const pair = await addMixedPair(open.database)
  const id = await say(server, pair, pair.provider, { content: 'still here' })
  await expect(query(statement, [id])).rejects.toThrow('must be sealed before it goes')
  const { rows } = await query('select content, to_minor from messages where id = $1', [id])
  expect(rows).toEqual([{ content: 'still here', to_minor: true }])
})

test('whoever claims at the way in that a message went to an adult is not believed', async () => {
  const { client, provider, chatId } = await addMixedPair(open.database)
  const id = uuidv7()
  await query(
    `insert into messages (id, chat_id, seq, rev, sender_id, content, created_at, to_minor)
      values ($1, $2, 1, 1, $3, 'x', now(), false)`,
    [id, chatId, provider.id],
  )
  const { rows } = await query('select to_minor from messages where id = $1', [id])
  expect([rows, client.user.userType]).toEqual([[{ to_minor: true }], 'Adolescent'])
})

type Way = (pair: Pair, id: string) => Promise<number | string | undefined>
const waysIn: Record<string, Way> = {
  call: async ({ chatId, provider }, id) => {
    const input = { params: { chatId }, body: { id, content: 'words' }, files: {} }
    return (await call(server.origin, 'postMessage', input, provider)).status
  },
  'call with a file': async ({ chatId, provider }, id) => {
    const files = { file: filePart(tinyPdf) }
    const input = { params: { chatId }, body: { id, content: '', fileName: 'a' }, files }
    return (await call(server.origin, 'postMessage', input, provider)).status
  },
  file: async ({ chatId, provider }, messageId) => {
    const files = { file: filePart(tinyPdf) }
    const input = { params: { chatId }, body: { messageId, fileName: 'a' }, files }
    return (await call(server.origin, 'putChatFile', input, provider)).status
  },
  push: async ({ chatId, provider }, opId) => {
    const ops = [wireOp({ chatId, content: 'words' }, { kind: 'chat.send', opId })]
    const { reply } = await call(server.origin, 'pushOps', { body: { ops } }, provider)
    const [result] = reply.results
    return result?.status === 'rejected' ? result.code : JSON.stringify(result)
  },
}

test.each(
  Object.keys(waysIn).flatMap((way) => [
    [way, 'after the pack is taken back'] as const,
    [way, 'before it is'] as const,
  ]),
)(
  'no %s has the id of a reading pack, whose evidence would stand for it, %s',
  async (way, when) => {
    const pair = await addMixedPair(open.database)
    const { provider, chatId } = pair
    const { client: own } = await addPair(open.database, { provider })
    const [packId, id] = [opIdAt(), opIdAt()]
    const pack = { title: 'Harmless', note: '', createdAt: new Date(testNoonMs) }
    await open.database.orm.insert(packs).values({ id: packId, providerId: provider.id, ...pack })
    await open.database.orm.insert(packReceivers).values({ id, packId, userId: own.id })
    const takeBack = () => call(server.origin, 'takePackBack', { params: { id: packId } }, provider)
    if (when === 'after the pack is taken back') await takeBack()
    expect(await waysIn[way]?.(pair, id)).toBe(way === 'push' ? 'op_reused' : 409)
    await takeBack()
    const known = await query('select seq from message_evidence where message_id = $1', [id])
    const { rows } = await query('select id from messages where chat_id = $1', [chatId])
    expect([known.rows, rows]).toEqual([[{ seq: 0 }], []])
  },
)

test('another key opens neither evidence, nor reports, nor their files', async () => {
  const { pair, id } = await takenBack('sealed words')
  const report = await filed(pair.client, { kind: 'message', id })
  expect(report).toMatchObject({ readable: true, messages: [{ text: 'sealed words' }] })
  const other = await startTestServer(open.database, {
    evidenceSealer: createSealer(randomBytes(sealingKeyBytes)),
  })
  expect(await readReport(other, boss, report._id)).toMatchObject({
    readable: false,
    note: '',
    snapshot: {},
    messages: [],
  })
  const params = { id: report._id, messageId: id }
  expect((await call(other.origin, 'getReportFile', { params }, boss)).status).toBe(404)
  const again = await reportAndRead(other, open.database, pair.client, { kind: 'message', id })
  expect(again).toMatchObject({ readable: true, messages: [{ text: '', file: null }] })
  // The reporter's export says that their words are there and cannot be read.
  const mine = await call(other.origin, 'exportMyData', {}, pair.client)
  expect(mine.reply).toMatchObject({ reports: [{ note: null }, { note: 'Please look' }] })
  await other.close()
})

test.each([
  ['the sender', `sender_id = '01985a3c-0000-7a10-8c00-0000000000aa'`],
  ['the chat', `chat_id = '01985a3c-0000-7a10-8c00-0000000000aa'`],
  ['the recipient', 'recipient_id = null'],
  ['the place', 'seq = seq + 1'],
  ['the moment', `sent_at = sent_at - interval '1 day'`],
  [
    'the sealed words',
    `sealed = case left(sealed, 1) when 'A' then 'B' else 'A' end || substr(sealed, 2)`,
  ],
])('evidence opens no more once %s was changed', async (_, change) => {
  const { pair, id } = await takenBack('sealed words')
  await query(`update message_evidence set ${change} where message_id = $1`, [id])
  expect(await filed(pair.client, { kind: 'message', id })).toMatchObject({
    readable: true,
    messages: [{ text: '' }],
  })
})

test('sealed words that were moved to another message or report open nothing there', async () => {
  const { pair, id } = await takenBack('words of the one')
  const other = await takenBack('words of the other')
  const mine = await filed(pair.client, { kind: 'message', id })
  const theirs = await filed(other.pair.client, { kind: 'message', id: other.id })
  await query(
    `update message_evidence set sealed = (select sealed from message_evidence where message_id = $2)
      where message_id = $1`,
    [id, other.id],
  )
  expect(await filed(pair.client, { kind: 'message', id })).toMatchObject({
    messages: [{ text: '' }],
  })
  await query(
    'update reports set sealed = (select sealed from reports where id = $2) where id = $1',
    [mine._id, theirs._id],
  )
  expect((await readReport(server, boss, mine._id))?.readable).toBe(false)
})

test('a sealed file that was changed or exchanged is not given out', async () => {
  const { pair, id } = await takenBack('with a file')
  const other = await takenBack('with a file too')
  const report = await filed(pair.client, { kind: 'message', id })
  expect(await fileStatus(report._id, id)).toBe(200)
  const { rows } = await query('select blob_key from sealed_files where message_id = $1', [id])
  const path = join(server.dataDir, 'blobs', String(rows[0]?.blob_key))
  await query(
    `update sealed_files set blob_key = (select blob_key from sealed_files where message_id = $2)
      where message_id = $1`,
    [id, other.id],
  )
  expect(await fileStatus(report._id, id)).toBe(404)
  await query('update sealed_files set blob_key = $2 where message_id = $1', [
    id,
    rows[0]?.blob_key,
  ])
  expect(await fileStatus(report._id, id)).toBe(200)
  await writeFile(path, randomBytes(200))
  expect(await fileStatus(report._id, id)).toBe(404)
})

test('nobody but the recipient can report what was deleted, and nobody reads it without a report', async () => {
  const { pair, id } = await takenBack('only for the two')
  const strangers = [
    await addPerson(open.database),
    (await addMixedPair(open.database)).client,
    (await addMixedPair(open.database)).provider,
    pair.provider,
  ]
  for (const who of strangers) expect(await statusOf(who, { kind: 'message', id })).toBe(404)
  expect(await statusOf(boss, { kind: 'message', id })).toBe(403)
  for (const who of [pair.client, pair.provider]) {
    const { chatId } = pair
    const history = await call(server.origin, 'getMessages', { params: { chatId }, query: {} }, who)
    const mine = await call(server.origin, 'exportMyData', {}, who)
    for (const { bytes } of [history, mine]) {
      expect(bytes.toString()).not.toContain('only for the two')
    }
    const params = { chatId, file: `${id}.pdf` }
    expect((await call(server.origin, 'getChatFile', { params }, who)).status).toBe(404)
  }
})

test('the adult gets nothing back by reporting the minor, and nothing by leaving first', async () => {
  const { pair, id } = await takenBack('my own words')
  const body = { target: { kind: 'person', id: pair.client.id }, reason: 'other' } as const
  const answer = await call(server.origin, 'report', { body }, pair.provider)
  expect(Object.keys(answer.reply)).toEqual(['_id', 'state', 'createdAt'])
  expect(await readReport(server, boss, answer.reply._id)).toMatchObject({
    messages: [{ byReporter: true, text: 'my own words' }],
  })
  expect(await leave(server, pair.provider)).toBe(204)
  expect(await filed(pair.client, { kind: 'message', id })).toMatchObject({
    messages: [{ text: 'my own words' }],
  })
})

test('a file is given out for its own report alone, to superAdmins alone, and only of two kinds', async () => {
  const { pair, id } = await takenBack('with a plan')
  const other = await takenBack('another plan')
  const mp3 = new Uint8Array(mp3Of())
  const sound = await say(server, pair, pair.provider, { content: '', file: mp3 })
  const near = await say(server, pair, pair.provider, { content: '', file: tinyPdf })
  const mine = await filed(pair.client, { kind: 'message', id })
  const theirs = await filed(other.pair.client, { kind: 'message', id: other.id })
  const ofSound = await filed(pair.client, { kind: 'message', id: sound })

  expect(await fileStatus(mine._id, id)).toBe(200)
  expect(await fileStatus(mine._id, other.id)).toBe(404)
  expect(await fileStatus(theirs._id, id)).toBe(404)
  expect(await fileStatus(mine._id, near)).toBe(404)
  expect(await fileStatus(uuidv7(), id)).toBe(404)
  expect(await fileStatus(ofSound._id, sound)).toBe(404)
  for (const who of [pair.client, pair.provider, other.pair.client]) {
    expect(await fileStatus(mine._id, id, who)).toBe(403)
  }
  const anonymous = await problemOf(server.origin, `/admin/reports/${mine._id}/files/${id}`, {})
  expect(anonymous.status).toBe(401)
  const bent = await problemOf(server.origin, `/admin/reports/${mine._id}/files/..%2f..%2fkey`, {
    headers: { authorization: `Bearer ${boss.token}` },
  })
  expect(bent.status).toBe(404)
})

test('a thing that somebody cannot read, or published themself, is none of their reports', async () => {
  const author = await addAuthor(open.database)
  const hidden = await addAuthor(open.database, { verifiedAt: null })
  const reader = await addPerson(open.database)
  const apart = await addPerson(open.database)
  await addBlock(open.database, author.id, apart.id)
  const article = await addArticle(open.database, author.id)
  const video = await addVideo(open.database, author.id)
  const notYet = await addArticle(open.database, hidden.id)
  const asked: [SignedIn, ReportTarget, number][] = [
    [reader, { kind: 'article', id: article }, 201],
    [reader, { kind: 'video', id: video }, 201],
    [reader, { kind: 'article', id: video }, 404],
    [reader, { kind: 'video', id: article }, 404],
    [reader, { kind: 'article', id: notYet }, 404],
    [reader, { kind: 'article', id: uuidv7() }, 404],
    [apart, { kind: 'article', id: article }, 404],
    [author, { kind: 'article', id: article }, 404],
    [author, { kind: 'video', id: video }, 404],
    [boss, { kind: 'article', id: article }, 403],
  ]
  for (const [who, target, status] of asked) {
    expect([target, await statusOf(who, target)]).toEqual([target, status])
  }
})

test.each([
  { kind: 'chat', id: uuidv7() },
  { kind: 'article', id: 'not an id' },
  { kind: 'video', id: uuidv7(), url: 'https://example.org' },
  { kind: 'message' },
])('a target that is none is named as what is wrong: %j', async (target) => {
  const { token } = await addPerson(open.database)
  const answer = await problemOf(server.origin, '/reports', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ target, reason: 'other' }),
  })
  expect([answer.status, answer.problem.code]).toEqual([400, 'invalid_input'])
  expect(Object.keys(answer.problem.fields ?? {}).join()).toContain('target')
})
