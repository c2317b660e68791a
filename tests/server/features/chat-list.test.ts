import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LocalDate } from '#contract/local-date.ts'
import { startChat } from '#server/features/chat/index.ts'
import { call } from '#tests/support/call.ts'
import { addMessages, addPair, endConnectionOf, type Pair } from '#tests/support/chats.ts'
import { addBlock, addProvider } from '#tests/support/connections.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addMixedPair } from '#tests/support/evidence.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'

describe.each(databasesUnderTest())('the list of chats, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database)
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  const list = (who: SignedIn, query: { before?: string; limit?: string } = {}, userId = who.id) =>
    call(server.origin, 'listChats', { params: { userId }, query }, who)
  const mark = (who: SignedIn, chatId: string, seq: number) =>
    call(server.origin, 'markRead', { params: { chatId }, body: { seq } }, who)
  const choose = (who: SignedIn, given: object) =>
    call(
      server.origin,
      'putChatSettings',
      { body: { readReceipts: false, typing: false, away: null, ...given } },
      who,
    )

  test('shows the two people, the last message and how many are unread', async () => {
    const { client, provider, chatId } = await addPair(open.database)
    await addMessages(open.database, chatId, client.id, ['one', 'two'])
    await addMessages(open.database, chatId, provider.id, ['three'])
    const [chat] = (await list(provider)).reply
    expect(chat).toMatchObject({
      _id: chatId,
      state: 'open',
      rev: 3,
      unread: 2,
      readSeq: 0,
      seenSeq: null,
      lastMessage: { content: 'three', seq: 3, senderId: provider.id },
    })
    expect(chat?.members.map(({ _id, username }) => [_id, username])).toEqual([
      [provider.id, provider.user.username],
      [client.id, client.user.username],
    ])
    expect((await list(client)).reply[0]?.unread).toBe(1)
  })

  test("shows nobody else's, and nothing of a person but what chats need", async () => {
    const { client, provider } = await addPair(open.database)
    expect((await list(client, {}, provider.id)).status).toBe(404)
    const answer = await list(client)
    const text = answer.bytes.toString()
    expect([text.includes(provider.user.email), text.includes(provider.user.birthDate)]).toEqual([
      false,
      false,
    ])
  })

  test('comes page by page, the latest first', async () => {
    const provider = await addProvider(open.database)
    const ids: string[] = []
    for (let index = 0; index < 5; index += 1) {
      const client = await addPerson(open.database)
      const id = uuidv7()
      const at = new Date(testNoonMs + (index === 2 ? 1 : index) * 1_000)
      await startChat(
        open.database.pool,
        { clientId: client.id, providerId: provider.id },
        { id, at },
      )
      ids.push(id)
    }
    const pages = [
      (await list(provider, { limit: '2' })).reply,
      (await list(provider, { limit: '2', before: ids[3] ?? '' })).reply,
    ].map((page) => page.map(({ _id }) => _id))
    expect(pages).toEqual([
      [ids[4], ids[3]],
      [ids[2], ids[1]],
    ])
  })

  test('counts what was read on any device, never back and never too far', async () => {
    const { client, provider, chatId } = await addPair(open.database)
    await addMessages(open.database, chatId, client.id, ['1', '2', '3'])
    const readState = async () => {
      const [chat] = (await list(provider)).reply
      return [chat?.readSeq, chat?.unread]
    }
    await mark(provider, chatId, 2)
    expect(await readState()).toEqual([2, 1])
    await mark(provider, chatId, 1)
    expect(await readState()).toEqual([2, 1])
    await mark(provider, chatId, 9_999)
    expect(await readState()).toEqual([3, 0])
    expect((await mark(await addPerson(open.database), chatId, 1)).status).toBe(404)
  })

  test('counts up to a hundred, and no deleted ones', async () => {
    const { client, provider, chatId } = await addPair(open.database)
    const many = Array.from({ length: 120 }, String)
    const [first] = await addMessages(open.database, chatId, client.id, many)
    expect((await list(provider)).reply[0]?.unread).toBe(100)
    await mark(provider, chatId, 119)
    expect((await list(provider)).reply[0]?.unread).toBe(1)
    expect(first).toBeDefined()
  })

  test('counts nothing of whom the reader has blocked, until the block is undone', async () => {
    const { client, provider, chatId } = await addPair(open.database)
    await addMessages(open.database, chatId, provider.id, ['1', '2'])
    const seen = async () => {
      const [chat] = (await list(client)).reply
      return [chat?.state, chat?.unread]
    }
    await addBlock(open.database, client.id, provider.id)
    expect(await seen()).toEqual(['blocked', 0])
    await call(server.origin, 'unblockPerson', { params: { userId: provider.id } }, client)
    expect((await seen())[1]).toBe(2)
  })

  test('shows how far the other has read only while they share it, and tells them live', async () => {
    const { client, provider, chatId } = await addPair(open.database)
    await addMessages(open.database, chatId, client.id, ['1', '2'])
    const received: string[] = []
    const stop = server.events.subscribe(client.id, ({ type }) => received.push(type))
    await mark(provider, chatId, 1)
    expect([(await list(client)).reply[0]?.seenSeq, received]).toEqual([null, []])
    await choose(provider, { readReceipts: true })
    expect((await list(client)).reply[0]?.seenSeq).toBe(1)
    await mark(provider, chatId, 2)
    expect([(await list(client)).reply[0]?.seenSeq, received]).toEqual([2, ['chat']])
    stop()
  })

  test('tells that somebody writes only when they have chosen so, and only the other', async () => {
    const { client, provider, chatId } = await addPair(open.database)
    const received: unknown[] = []
    const stops = [client, provider].map(({ id }) =>
      server.events.subscribe(id, (event) => received.push([id, event])),
    )
    const say = () => call(server.origin, 'sayTyping', { params: { chatId } }, client)
    expect((await say()).status).toBe(204)
    expect(received).toEqual([])
    await choose(client, { typing: true })
    await say()
    expect(received).toEqual([[provider.id, { type: 'typing', chatId }]])
    for (const stop of stops) stop()
  })

  test("shows a provider's away hours to their clients", async () => {
    const { client, provider } = await addPair(open.database)
    const away = { from: '18:00', to: '09:00', timeZone: 'Africa/Cairo' }
    expect((await choose(provider, { away })).reply.away).toEqual(away)
    expect((await list(client)).reply[0]?.away).toEqual(away)
    expect((await list(provider)).reply[0]?.away).toBeNull()
    const refused = await choose(client, { away })
    expect([refused.status, refused.problem.fields]).toEqual([
      400,
      { away: 'Away hours are for providers.' },
    ])
    expect((await call(server.origin, 'getChatSettings', {}, client)).reply).toEqual({
      readReceipts: false,
      typing: false,
      away: null,
    })
  })

  const partings: Record<string, (pair: Pair) => Promise<void>> = {
    'an end': (pair) => endConnectionOf(open.database, pair),
    'a block by the client': ({ client, provider }) =>
      addBlock(open.database, client.id, provider.id),
    'a block by the provider': ({ client, provider }) =>
      addBlock(open.database, provider.id, client.id),
  }
  test.each(Object.entries(partings))(
    'shows a provider nothing of who the client is by now, after %s',
    async (_name, part) => {
      const birthDate = '2008-06-16' as LocalDate
      const pair = await addMixedPair(open.database, {
        client: { birthDate, profileImg: uuidv7() },
      })
      const { client, provider, chatId } = pair
      await addMessages(open.database, chatId, provider.id, ['Goodbye'])
      await choose(client, { readReceipts: true })
      const shown = async (origin: string) => {
        const own = { params: { userId: provider.id }, query: {} }
        return (await call(origin, 'listChats', own, provider)).reply
      }
      const pictureIn = ([chat]: Awaited<ReturnType<typeof shown>>) =>
        chat?.members.find(({ _id }) => _id === client.id)?.profileImg
      const before = await shown(server.origin)
      expect([before[0]?.evidence, pictureIn(before), before[0]?.seenSeq]).toEqual([
        'mine',
        client.user.profileImg,
        0,
      ])
      await part(pair)
      const over = await shown(server.origin)
      expect([over[0]?.evidence, pictureIn(over), over[0]?.seenSeq]).toEqual([
        undefined,
        null,
        null,
      ])
      await open.database.pool.query(`update users set profile_img = $2 where id = $1`, [
        client.id,
        uuidv7(),
      ])
      expect((await mark(client, chatId, 1)).status).toBe(204)
      const grown = await startTestServer(open.database, { now: () => testNoonMs + 86_400_000 })
      expect(await shown(grown.origin)).toEqual(over)
      await grown.close()
    },
  )

  test('leaves a client what they need of a chat that is over: how to report, and a picture anybody may see', async () => {
    const pair = await addMixedPair(open.database, { provider: { profileImg: 'card.webp' } })
    await endConnectionOf(open.database, pair)
    const [chat] = (await list(pair.client)).reply
    expect(chat).toMatchObject({ state: 'ended', evidence: 'theirs', seenSeq: null })
    expect(chat?.members[1]?.profileImg).toBe('card.webp')
    await addBlock(open.database, pair.client.id, pair.provider.id)
    expect((await list(pair.client)).reply[0]?.members[1]?.profileImg).toBeNull()
  })

  test('has one chat for two people, however often they are connected', async () => {
    const client = await addPerson(open.database)
    const provider = await addProvider(open.database)
    const pair = { clientId: client.id, providerId: provider.id }
    const at = new Date(testNoonMs)
    await startChat(open.database.pool, pair, { id: uuidv7(), at })
    await startChat(open.database.pool, pair, { id: uuidv7(), at })
    expect((await list(client)).reply).toHaveLength(1)
  })
})
