import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Heads } from '#contract/events/api.ts'
import { noticesStoredMax } from '#contract/notices/api.ts'
import { call } from '#tests/support/call.ts'
import { addMessages, addPair, endConnectionOf } from '#tests/support/chats.ts'
import { addBlock, loseVerification, turnMinorsAway } from '#tests/support/connections.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { openLiveStream } from '#tests/support/live-stream.ts'
import { type SignedIn } from '#tests/support/people.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'

describe.each(databasesUnderTest('both'))('what a stream says first, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer
  let nowMs = testNoonMs

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database, { now: () => nowMs })
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  async function headsFor({ token }: SignedIn): Promise<Heads> {
    const stream = await openLiveStream(server.origin, token)
    const event = await stream.next()
    stream.close()
    return (event?.type === 'resync' && event.heads) || {}
  }

  test('is the same as long as there is nothing new, also while others write', async () => {
    const { client, chatId, provider } = await addPair(open.database)
    await addMessages(open.database, chatId, provider.id, ['hello'])
    const before = await headsFor(client)
    expect(before).toEqual({ chats: expect.any(String), notices: expect.any(String) })
    const others = await addPair(open.database)
    await addMessages(open.database, others.chatId, others.client.id, ['not for you'])
    expect(await headsFor(client)).toEqual(before)
    expect(await headsFor(others.client)).not.toEqual(before)
  })

  const changes: Record<string, (pair: Awaited<ReturnType<typeof addPair>>) => Promise<unknown>> = {
    'a message': ({ chatId, provider }) => addMessages(open.database, chatId, provider.id, ['new']),
    'a read mark of another device': ({ chatId, client }) =>
      call(server.origin, 'markRead', { params: { chatId }, body: { seq: 1 } }, client),
    'the end of a connection': (pair) => endConnectionOf(open.database, pair),
    'a block': ({ client, provider }) => addBlock(open.database, provider.id, client.id),
    'a provider whose papers are no longer accepted': ({ provider }) =>
      loseVerification(open.database, provider.id),
    'a provider who turns minors away': ({ provider }) =>
      turnMinorsAway(open.database, provider.id),
    "the other one's name": ({ provider }) =>
      open.database.pool.query(`update users set firstname = 'New' where id = $1`, [provider.id]),
    'another day, which may be a birthday': async () => {
      nowMs += 86_400_000
    },
  }
  test.each(Object.entries(changes))('changes for the chats with %s', async (_name, change) => {
    const pair = await addPair(open.database)
    await addMessages(open.database, pair.chatId, pair.provider.id, ['first'])
    const before = await headsFor(pair.client)
    await change(pair)
    expect((await headsFor(pair.client)).chats).not.toBe(before.chats)
    nowMs = testNoonMs
  })

  test('changes for the notices with a new one, and once it is read', async () => {
    const { client, provider } = await addPair(open.database)
    const heads = [await headsFor(provider)]
    await open.database.pool.query(
      `insert into notices (id, user_id, actor_id, kind, about_id, created_at)
        values (gen_random_uuid(), $1, $2, 'message.received', gen_random_uuid(), $3)`,
      [provider.id, client.id, new Date(testNoonMs)],
    )
    heads.push(await headsFor(provider))
    const body = { upTo: new Date(testNoonMs).toISOString() }
    await call(server.origin, 'readNotices', { body }, provider)
    heads.push(await headsFor(provider))
    expect(new Set(heads.map(({ notices }) => notices)).size).toBe(3)
    expect(new Set(heads.map(({ chats }) => chats)).size).toBe(1)
  })

  test('changes for the notices with the last of those that a device has, and with none behind them', async () => {
    const { client, provider } = await addPair(open.database)
    await open.database.pool.query(
      `insert into notices (id, user_id, actor_id, kind, about_id, created_at)
        select gen_random_uuid(), $1, $2, 'message.received', gen_random_uuid(), $3::timestamptz - nth * interval '1 s'
        from generate_series(1, $4::int) as nth`,
      [provider.id, client.id, new Date(testNoonMs), noticesStoredMax + 1],
    )
    const readNth = (nth: number) =>
      open.database.pool.query(
        `update notices set read_at = $2 where user_id = $1 and created_at = $2::timestamptz - $3::int * interval '1 s'`,
        [provider.id, new Date(testNoonMs), nth],
      )
    const before = await headsFor(provider)
    await readNth(noticesStoredMax + 1)
    expect(await headsFor(provider)).toEqual(before)
    await readNth(noticesStoredMax)
    expect((await headsFor(provider)).notices).not.toBe(before.notices)
  })
})
