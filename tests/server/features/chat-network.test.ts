import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { call } from '#tests/support/call.ts'
import { addMessages, addPair, type Pair } from '#tests/support/chats.ts'
import { addConnection, addProvider } from '#tests/support/connections.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

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

const chatsOf = async (who: SignedIn) =>
  (await call(server.origin, 'listChats', { params: { userId: who.id }, query: {} }, who)).reply
const noticesOf = async (who: SignedIn) =>
  (await call(server.origin, 'listNotices', { query: {} }, who)).reply.notices
const post = (who: SignedIn, content: string) =>
  call(
    server.origin,
    'postMessage',
    { params: { chatId: pair.chatId }, body: { content }, files: {} },
    who,
  )

test('accepting a request makes the chat of the two, and connecting again opens it with its history', async () => {
  const client = await addPerson(open.database, { birthDate: '1990-05-05' as never })
  const provider = await addProvider(open.database)
  const accept = async () => {
    const ids = { clientId: client.id, providerId: provider.id }
    const id = await addConnection(open.database, ids, 'pending')
    await call(server.origin, 'acceptConnection', { params: { id } }, provider)
    return id
  }
  expect(await chatsOf(client)).toEqual([])
  const connectionId = await accept()
  const [chat] = await chatsOf(client)
  expect([chat?.state, chat?.lastMessage]).toEqual(['open', null])
  await addMessages(open.database, chat?._id ?? '', client.id, ['remember me'])
  await call(server.origin, 'endConnection', { params: { id: connectionId } }, client)
  expect((await chatsOf(provider))[0]?.state).toBe('ended')
  await accept()
  expect(await chatsOf(provider)).toMatchObject([
    { _id: chat?._id, state: 'open', lastMessage: { content: 'remember me' } },
  ])
})

test('messages are one notice for a chat, which reading all of them takes away', async () => {
  await post(pair.client, 'one')
  await post(pair.client, 'two')
  expect(await noticesOf(pair.provider)).toMatchObject([
    { kind: 'message.received', aboutId: pair.chatId, person: { id: pair.client.id }, read: false },
  ])
  expect(await noticesOf(pair.client)).toEqual([])
  const markRead = (seq: number) => {
    const input = { params: { chatId: pair.chatId }, body: { seq } }
    return call(server.origin, 'markRead', input, pair.provider)
  }
  await markRead(1)
  expect(await noticesOf(pair.provider)).toMatchObject([{ aboutId: pair.chatId, read: false }])
  await markRead(2)
  expect(await noticesOf(pair.provider)).toEqual([])
})

test('a message that is deleted before it was read takes its notice along, and leaves that of another one', async () => {
  const posted = [await post(pair.client, 'one'), await post(pair.client, 'two')]
  const left: number[] = []
  for (const { reply } of posted) {
    const params = { chatId: pair.chatId, messageId: reply._id }
    await call(server.origin, 'deleteMessage', { params }, pair.client)
    left.push((await noticesOf(pair.provider)).length)
  }
  expect(left).toEqual([1, 0])
})

test('messages that were deleted, and those of the reader, need no notice', async () => {
  await post(pair.client, 'one')
  const { reply } = await post(pair.client, 'two')
  await post(pair.provider, 'three')
  const params = { chatId: pair.chatId, messageId: reply._id }
  await call(server.origin, 'deleteMessage', { params }, pair.client)
  const input = { params: { chatId: pair.chatId }, body: { seq: 1 } }
  await call(server.origin, 'markRead', input, pair.provider)
  expect(await noticesOf(pair.provider)).toEqual([])
})

test('a message is reported with a copy that its deletion does not touch', async () => {
  const { reply } = await post(pair.provider, 'Meet me alone')
  const target = { kind: 'message', id: reply._id } as const
  const body = { target, reason: 'contactOutside' } as const
  expect((await call(server.origin, 'report', { body }, pair.client)).status).toBe(201)
  const params = { chatId: pair.chatId, messageId: reply._id }
  await call(server.origin, 'deleteMessage', { params }, pair.provider)

  const admin = await addPerson(open.database, { userType: 'Parent', role: 'superAdmin' })
  const { reports } = (await call(server.origin, 'listReports', { query: {} }, admin)).reply
  expect(reports.find(({ target: of }) => of.id === reply._id)).toMatchObject({
    subject: { id: pair.provider.id },
    snapshot: { text: 'Meet me alone', file: null, deleted: false },
  })
})

test('what one cannot see, or wrote oneself, cannot be reported', async () => {
  const { reply } = await post(pair.provider, 'Hello')
  for (const [who, id] of [
    [await addPerson(open.database), reply._id],
    [pair.provider, reply._id],
    [pair.client, uuidv7()],
  ] as const) {
    const body = { target: { kind: 'message', id }, reason: 'other' } as const
    expect((await call(server.origin, 'report', { body }, who)).status).toBe(404)
  }
})
