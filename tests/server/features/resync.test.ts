import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Heads } from '#contract/events/api.ts'
import { newestAdultBirthDate, utcDate } from '#contract/local-date.ts'
import { noticesStoredMax } from '#contract/notices/api.ts'
import { chatsHeadOf } from '#server/features/chat/index.ts'
import { noticesHeadOf } from '#server/features/notices/index.ts'
import { createSealer, sealingKeyBytes } from '#server/ports/sealing.ts'
import { call } from '#tests/support/call.ts'
import { addMessages, addPair, endConnectionOf, type Pair } from '#tests/support/chats.ts'
import { addBlock, loseVerification, turnMinorsAway } from '#tests/support/connections.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addMixedPair } from '#tests/support/evidence.ts'
import { openLiveStream } from '#tests/support/live-stream.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'

describe.each(databasesUnderTest('both'))('what a stream says first, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer
  let nowMs = testNoonMs
  const sealer = createSealer(randomBytes(sealingKeyBytes))

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database, { now: () => nowMs, sealer })
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  async function headsFor({ token }: SignedIn, { origin } = server): Promise<Heads> {
    const stream = await openLiveStream(origin, token)
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

  test('is the same on every process, and with another key than theirs nobody finds it', async () => {
    const { client } = await addPair(open.database)
    const heads = await headsFor(client)
    const beside = await startTestServer(open.database, { now: () => nowMs, sealer })
    expect(await headsFor(client, beside)).toEqual(heads)
    await beside.close()
    const reader = { userId: client.id, today: utcDate(nowMs) }
    expect(heads.chats).not.toBe(await chatsHeadOf(open.database.pool, reader))
    expect(heads.notices).not.toBe(await noticesHeadOf(open.database.pool, reader))
    const apart = await startTestServer(open.database, { now: () => nowMs })
    const others = await headsFor(client, apart)
    expect([others.chats === heads.chats, others.notices === heads.notices]).toEqual([false, false])
    await apart.close()
  })

  const put = (who: SignedIn, column: string, value: string) =>
    open.database.pool.query(`update users set ${column} = $2 where id = $1`, [who.id, value])
  const away = { from: '18:00', to: '09:00', timeZone: 'Africa/Cairo' }
  const choose = (who: SignedIn, body: { readReceipts: boolean; away?: typeof away }) =>
    call(server.origin, 'putChatSettings', { body: { typing: false, away: null, ...body } }, who)
  const mark = (who: SignedIn, { chatId }: Pair, seq: number) =>
    call(server.origin, 'markRead', { params: { chatId }, body: { seq } }, who)
  const newestAdult = newestAdultBirthDate(utcDate(testNoonMs))
  /** What one of two people does; the other one's lists show some of it, by how the two stand. */
  const steps: Record<string, (self: SignedIn, pair: Pair) => Promise<unknown>> = {
    reads: (self, pair) => mark(self, pair, 1),
    'lets others know that they read': (self) => choose(self, { readReceipts: true }),
    'reads on': (self, pair) => mark(self, pair, 2),
    'lets nobody know': (self) => choose(self, { readReceipts: false }),
    'has another picture': (self) => put(self, 'profile_img', uuidv7()),
    'has another name': (self) => put(self, 'firstname', 'Other'),
    'has another username': (self) => put(self, 'username', `n-${self.id}`),
    'was born on another day before they were 18': (self) => put(self, 'birth_date', '2009-08-08'),
    'was born 18 years ago': (self) => put(self, 'birth_date', newestAdult),
    'was born long before': (self) => put(self, 'birth_date', '1990-08-08'),
    'has away hours': (self, { provider }) =>
      self.id === provider.id ? choose(self, { readReceipts: false, away }) : Promise.resolve(),
    'is blocked by a stranger, as the other one is': async (_self, { client, provider }) => {
      const { id } = await addPerson(open.database)
      for (const each of [client, provider]) await addBlock(open.database, id, each.id)
    },
    'leaves the other one': (_self, pair) => endConnectionOf(open.database, pair),
    'blocks the other one': (self, { client, provider }) =>
      call(
        server.origin,
        'blockPerson',
        { body: { userId: self.id === client.id ? provider.id : client.id } },
        self,
      ),
    'is suspended': (self) => put(self, 'suspended_at', new Date(testNoonMs).toISOString()),
  }

  const stages: Record<string, (pair: Pair) => Promise<unknown>> = {
    'are connected': () => Promise.resolve(),
    'are so no more': (pair) => endConnectionOf(open.database, pair),
    'were parted by a block of the client': ({ client, provider }) =>
      addBlock(open.database, client.id, provider.id),
    'were parted by a block of the provider': ({ client, provider }) =>
      addBlock(open.database, provider.id, client.id),
    'are parted by age': ({ provider }) => turnMinorsAway(open.database, provider.id),
    'are parted by a review': ({ provider }) => loseVerification(open.database, provider.id),
  }
  const sides = Object.keys(stages).flatMap((stage) =>
    (['client', 'provider'] as const).map((side) => ({ stage, side })),
  )

  async function listsOf(who: SignedIn) {
    const own = { params: { userId: who.id }, query: {} }
    const everything = { query: { state: 'all' } } as const
    const provides = who.user.userType === 'ServiceProvider'
    const requests = provides ? 'listReceivedRequests' : 'listSentRequests'
    const chats = await call(server.origin, 'listChats', own, who)
    const others = await Promise.all([
      call(server.origin, 'listFriends', { query: {} }, who),
      call(server.origin, requests, everything, who),
      call(server.origin, 'listBlocks', { query: {} }, who),
    ])
    return { chats: chats.bytes.toString(), others: others.map(({ bytes }) => bytes.toString()) }
  }

  test.each(sides)(
    'changes with what is shown of the $side where the two $stage, and with nothing else',
    async ({ stage, side }) => {
      const pair = await addMixedPair(open.database)
      const [self, reader] = [pair[side], side === 'client' ? pair.provider : pair.client]
      await addMessages(open.database, pair.chatId, pair.client.id, ['one', 'two'])
      await stages[stage]?.(pair)
      const look = async () => ({
        lists: await listsOf(reader),
        head: (await headsFor(reader)).chats,
      })
      let before = await look()
      for (const [step, take] of Object.entries(steps)) {
        await take(self, pair)
        const after = await look()
        const same = (part: (lists: typeof after.lists) => unknown) =>
          JSON.stringify(part(after.lists)) === JSON.stringify(part(before.lists))
        const missed = after.head === before.head && !same(({ chats }) => chats)
        const needless = after.head !== before.head && same((lists) => lists)
        expect([step, missed, needless]).toEqual([step, false, false])
        before = after
      }
    },
  )

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
