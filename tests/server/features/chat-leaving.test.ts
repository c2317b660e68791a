import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { argon2Cost } from '#server/features/account/sign-in/passwords.ts'
import { call } from '#tests/support/call.ts'
import { addMessages, addPair } from '#tests/support/chats.ts'
import { addBlock, addProvider } from '#tests/support/connections.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { openLiveStream } from '#tests/support/live-stream.ts'
import { addBooking } from '#tests/support/money.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { filePart, goodPassword, tinyPdf } from '#tests/support/registration.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'

let open: TestDatabase
let server: TestServer
let passwordHash: string

beforeAll(async () => {
  open = await openTestDatabase(databasesUnderTest()[0] ?? 'embedded')
  server = await startTestServer(open.database)
  passwordHash = await hash(goodPassword, argon2Cost)
})
afterAll(async () => {
  await server.close()
  await open.drop()
})

const leave = ({ token }: SignedIn) =>
  call(server.origin, 'deleteAccount', { body: { password: goodPassword } }, { token })

async function talkingPair() {
  const client = await addPerson(open.database, { passwordHash })
  const provider = await addProvider(open.database)
  await open.database.pool.query('update users set password_hash = $2 where id = $1', [
    provider.id,
    passwordHash,
  ])
  const pair = await addPair(open.database, { client, provider })
  await addMessages(open.database, pair.chatId, client.id, ['my secret', 'and another'])
  await addMessages(open.database, pair.chatId, provider.id, ['my answer'])
  const input = {
    params: { chatId: pair.chatId },
    body: { content: 'my file' },
    files: { file: filePart(tinyPdf) },
  }
  await call(server.origin, 'postMessage', input, client)
  return pair
}

async function filesInStore(): Promise<string[]> {
  const names = await readdir(join(server.dataDir, 'blobs'), { recursive: true })
  return names.filter((name) => name.includes('/'))
}

test('whoever leaves takes their words and files along, and the other keeps their own', async () => {
  const { client, provider, chatId } = await talkingPair()
  const before = await call(
    server.origin,
    'getMessages',
    { params: { chatId }, query: {} },
    provider,
  )
  expect((await leave(client)).status).toBe(204)

  const query = { after: String(before.reply.chat.rev) }
  const { reply } = await call(
    server.origin,
    'getMessages',
    { params: { chatId }, query },
    provider,
  )
  expect(
    reply.messages.map(({ seq, rev, content, senderId, file }) => [
      seq,
      rev,
      content,
      senderId,
      file,
    ]),
  ).toEqual([
    [1, 5, '', null, null],
    [2, 6, '', null, null],
    [4, 7, '', null, null],
  ])
  expect([reply.chat.state, reply.chat.members.map(({ _id }) => _id)]).toEqual([
    'ended',
    [provider.id],
  ])
  const all = await call(server.origin, 'getMessages', { params: { chatId }, query: {} }, provider)
  expect(all.reply.messages.map(({ content }) => content)).toEqual(['', '', 'my answer', ''])
  expect(await filesInStore()).toEqual([])

  expect((await leave(provider)).status).toBe(204)
  const { rows } = await open.database.pool.query(
    'select (select count(*)::int from chats) as chats, (select count(*)::int from messages) as messages',
  )
  expect(rows).toEqual([{ chats: 0, messages: 0 }])
})

test('whoever had to do with somebody who leaves has open screens that look again', async () => {
  const { client, provider } = await talkingPair()
  const [booked, blocking, stranger] = [
    await addProvider(open.database),
    await addProvider(open.database),
    await addProvider(open.database),
  ]
  const session = { clientId: client.id, providerId: booked.id }
  await addBooking(open.database, session, { startsAt: new Date(testNoonMs - 86_400_000) })
  await addBlock(open.database, blocking.id, client.id)
  const notified: string[] = []
  const people = { provider, booked, blocking, stranger }
  const ends = Object.entries(people).map(([who, { id }]) =>
    server.events.subscribe(id, ({ type }) => notified.push(`${who} ${type}`)),
  )
  const stream = await openLiveStream(server.origin, provider.token)
  await stream.next()
  expect((await leave(client)).status).toBe(204)
  const both = ['provider', 'booked', 'blocking'].flatMap((who) => [
    `${who} connections`,
    `${who} notices`,
  ])
  expect(notified.toSorted()).toEqual(both.toSorted())
  expect(await stream.next()).toEqual({ type: 'connections' })
  expect(await stream.next()).toEqual({ type: 'notices' })
  stream.close()
  for (const end of ends) end()
})

test('an export holds what one wrote, and nothing of the other', async () => {
  const { client, provider } = await talkingPair()
  await call(
    server.origin,
    'putChatSettings',
    { body: { readReceipts: true, typing: false, away: null } },
    client,
  )
  const answer = await call(server.origin, 'exportMyData', {}, client)
  expect(answer.reply).toMatchObject({
    chats: [
      {
        messages: [
          { place: 1, text: 'my secret' },
          { place: 2, text: 'and another' },
          { place: 4, text: 'my file' },
        ],
      },
    ],
    chatSettings: { readReceipts: true, typing: false, away: null },
    filesSent: [{ kind: 'pdf', bytes: tinyPdf.length }],
  })
  const text = answer.bytes.toString()
  for (const foreign of ['my answer', provider.id, 'chat-files/']) {
    expect([foreign, text.includes(foreign)]).toEqual([foreign, false])
  }
})
