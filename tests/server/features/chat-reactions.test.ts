import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ReactionName } from '#contract/chat/model.ts'
import { messageEvidence } from '#server/db/schema/safety.ts'
import { call } from '#tests/support/call.ts'
import { addMessages, addPair, endConnectionOf, type Pair } from '#tests/support/chats.ts'
import { addBlock, loseVerification } from '#tests/support/connections.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { addMixedPair, leave, reportAndRead, say, unsay } from '#tests/support/evidence.ts'
import { wireOp } from '#tests/support/ops.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'

describe.each(databasesUnderTest('both'))('reactions and replies, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer
  let pair: Pair
  let messageId: string
  let nowMs = testNoonMs

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database, { now: () => nowMs })
  })
  beforeEach(async () => {
    nowMs = testNoonMs
    pair = await addPair(open.database)
    const [id = ''] = await addMessages(open.database, pair.chatId, pair.provider.id, ['Well done'])
    messageId = id
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  const push = async (who: SignedIn, ops: readonly ReturnType<typeof wireOp>[]) =>
    (await call(server.origin, 'pushOps', { body: { ops: [...ops] } }, who)).reply.results
  const reactOp = (reaction: ReactionName | null, given: Record<string, unknown> = {}) =>
    wireOp({ chatId: pair.chatId, messageId, reaction, ...given }, { kind: 'chat.react' })
  const replyOp = (replyTo: string, content = 'an answer') =>
    wireOp({ chatId: pair.chatId, content, replyTo }, { kind: 'chat.send' })
  const read = async (who: SignedIn, query: { after?: string } = {}, chatId = pair.chatId) =>
    (await call(server.origin, 'getMessages', { params: { chatId }, query }, who)).reply
  const reactionsFor = async (who: SignedIn) =>
    (await read(who)).messages.find(({ _id }) => _id === messageId)?.reactions

  test('a reaction reaches the other one as a change of its message, and the last one stays', async () => {
    const { chat } = await read(pair.provider)
    const results = await push(pair.client, [reactOp('love'), reactOp('wow')])
    expect(results).toMatchObject([
      { status: 'applied', result: { _id: messageId, rev: 2, reaction: 'love' } },
      { status: 'applied', result: { _id: messageId, rev: 3, reaction: 'wow' } },
    ])
    const news = await read(pair.provider, { after: String(chat.rev) })
    expect(news.messages).toMatchObject([{ _id: messageId, seq: 1, rev: 3, content: 'Well done' }])
    expect(news.messages[0]?.reactions).toEqual([{ userId: pair.client.id, reaction: 'wow' }])
    await push(pair.provider, [reactOp('thanks')])
    expect(new Set(await reactionsFor(pair.client))).toEqual(
      new Set([
        { userId: pair.client.id, reaction: 'wow' },
        { userId: pair.provider.id, reaction: 'thanks' },
      ]),
    )
  })

  test('a reaction is taken back, and what changes nothing is no change', async () => {
    await push(pair.client, [reactOp('sad')])
    const [same, back, again] = await push(pair.client, [
      reactOp('sad'),
      reactOp(null),
      reactOp(null),
    ])
    expect([same, back, again]).toMatchObject([
      { result: { rev: 2, reaction: 'sad' } },
      { result: { rev: 3, reaction: null } },
      { result: { rev: 3, reaction: null } },
    ])
    expect(await reactionsFor(pair.provider)).toBeUndefined()
  })

  test('the same operation twice is one reaction, also after a later one', async () => {
    const first = reactOp('love')
    await push(pair.client, [first])
    await push(pair.client, [reactOp('sad')])
    expect(await push(pair.client, [first])).toMatchObject([
      { status: 'duplicate', result: { rev: 2, reaction: 'love' } },
    ])
    expect(await reactionsFor(pair.client)).toEqual([{ userId: pair.client.id, reaction: 'sad' }])
  })

  test('both are told of a reaction, by the id of the chat alone, and no notice is made of it', async () => {
    const received: unknown[] = []
    const stop = [pair.client, pair.provider].map(({ id }) =>
      server.events.subscribe(id, (event) => received.push([id, event])),
    )
    await push(pair.client, [reactOp('cheer')])
    for (const each of stop) each()
    const event = { type: 'chat', chatId: pair.chatId }
    expect(received).toEqual([
      [pair.client.id, event],
      [pair.provider.id, event],
    ])
    const notices = await open.database.pool.query('select 1 from notices where user_id = $1', [
      pair.provider.id,
    ])
    expect(notices.rows).toEqual([])
  })

  test('a message that is posted again after a block comes without what the blocker said to it', async () => {
    const body = { id: uuidv7(), content: 'How was it?' }
    const input = { params: { chatId: pair.chatId }, body, files: {} }
    const post = async () =>
      (await call(server.origin, 'postMessage', input, pair.provider)).reply.reactions
    await post()
    const react = (who: SignedIn, reaction: ReactionName) =>
      push(who, [reactOp(reaction, { messageId: body.id })])
    await react(pair.client, 'love')
    await react(pair.provider, 'cheer')
    expect(await post()).toHaveLength(2)
    await addBlock(open.database, pair.client.id, pair.provider.id)
    expect(await post()).toEqual([{ userId: pair.provider.id, reaction: 'cheer' }])
  })

  test('a deleted message takes no reaction, says so, and has lost those it had', async () => {
    await push(pair.client, [reactOp('love')])
    await unsay(server, pair, pair.provider, messageId)
    expect(await reactionsFor(pair.client)).toBeUndefined()
    const [refused, back] = await push(pair.client, [reactOp('wow'), reactOp(null)])
    expect([refused, back]).toMatchObject([
      {
        status: 'rejected',
        code: 'message_deleted',
        message: 'This message was deleted, so nobody can react to it anymore.',
      },
      { status: 'applied' },
    ])
    const { rows } = await open.database.pool.query(
      'select 1 from message_reactions where message_id = $1',
      [messageId],
    )
    expect(rows).toEqual([])
  })

  test('a reaction that was tapped before its message was deleted is taken, whatever was deleted before it', async () => {
    const [other, mine] = await addMessages(open.database, pair.chatId, pair.client.id, ['a', 'b'])
    const deletion = (id?: string) =>
      wireOp({ chatId: pair.chatId, messageId: id }, { kind: 'chat.delete' })
    const ops = [deletion(other), reactOp('love', { messageId: mine }), deletion(mine)]
    expect((await push(pair.client, ops)).map(({ status }) => status)).toEqual([
      'applied',
      'applied',
      'applied',
    ])
  })

  test.each([
    ['blocked', () => addBlock(open.database, pair.provider.id, pair.client.id)],
    ['ended', () => endConnectionOf(open.database, pair)],
    ['unavailable', () => loseVerification(open.database, pair.provider.id)],
  ] as const)('a chat that is %s takes neither', async (_state, close) => {
    await close()
    const results = await push(pair.client, [reactOp('love'), replyOp(messageId)])
    expect(results).toMatchObject([{ code: 'chat_closed' }, { code: 'chat_closed' }])
  })

  test('whoever was blocked has no reaction of the other one, and keeps their own', async () => {
    const [mine = ''] = await addMessages(open.database, pair.chatId, pair.client.id, ['mine'])
    await push(pair.provider, [reactOp('love', { messageId: mine })])
    await push(pair.client, [reactOp('wow', { messageId: mine })])
    await addBlock(open.database, pair.provider.id, pair.client.id)
    const { messages } = await read(pair.client)
    expect(messages.map(({ _id, reactions }) => [_id, reactions])).toEqual([
      [mine, [{ userId: pair.client.id, reaction: 'wow' }]],
    ])
  })

  test("a stranger's chat, another chat's message and an unknown reaction are refused", async () => {
    const stranger = await addPerson(open.database)
    expect(await push(stranger, [reactOp('love'), replyOp(messageId)])).toMatchObject([
      { code: 'not_found' },
      { code: 'not_found' },
    ])
    const other = await addPair(open.database, { client: pair.client })
    const [elsewhere = ''] = await addMessages(open.database, other.chatId, other.provider.id, [
      'elsewhere',
    ])
    const results = await push(pair.client, [
      reactOp('love', { messageId: elsewhere }),
      reactOp('love', { messageId: uuidv7() }),
      replyOp(elsewhere),
      replyOp(uuidv7()),
      wireOp({ chatId: pair.chatId, messageId, reaction: 'hate' }, { kind: 'chat.react' }),
      wireOp({ chatId: pair.chatId, messageId }, { kind: 'chat.react' }),
    ])
    expect(results).toMatchObject([
      { code: 'not_found' },
      { code: 'not_found' },
      { code: 'not_found' },
      { code: 'not_found' },
      { code: 'invalid_input' },
      { code: 'invalid_input' },
    ])
    expect((await read(pair.client)).messages).toHaveLength(1)
  })

  test('reactions go at the pace of messages, in order and without one being lost', async () => {
    const names = ['love', 'sad'] as const
    const ops = Array.from({ length: 12 }, (_, index) => reactOp(names[index % 2] ?? 'love'))
    const results = await push(pair.client, ops)
    expect(results.map(({ status }) => status)).toEqual([
      ...Array.from({ length: 10 }, () => 'applied'),
      'retry',
      'retry',
    ])
    nowMs += 2_000
    expect(await push(pair.client, ops.slice(10))).toMatchObject([
      { status: 'applied' },
      { status: 'applied' },
    ])
    expect(await reactionsFor(pair.client)).toMatchObject([{ reaction: 'sad' }])
  })

  test('an answer names its message with its place, also once that is deleted', async () => {
    const [sent] = await push(pair.client, [replyOp(messageId)])
    expect(sent).toMatchObject({ result: { seq: 2, replyTo: { _id: messageId, seq: 1 } } })
    await unsay(server, pair, pair.provider, messageId)
    const [late] = await push(pair.client, [replyOp(messageId, 'too late, and not lost')])
    expect(late).toMatchObject({ status: 'applied' })
    const { messages } = await read(pair.provider)
    expect(messages.map(({ content, replyTo }) => [content, replyTo?._id])).toEqual([
      ['', undefined],
      ['an answer', messageId],
      ['too late, and not lost', messageId],
    ])
  })

  test('an answer goes in one call with its message, and names none of another chat', async () => {
    const send = { kind: 'chat.send' } as const
    const first = wireOp({ chatId: pair.chatId, content: 'a' }, send)
    const [added, answer] = await push(pair.client, [first, replyOp(first.opId)])
    expect(added).toMatchObject({ status: 'applied', result: { seq: 2 } })
    const replyTo = { _id: first.opId, seq: 2 }
    expect(answer).toMatchObject({ status: 'applied', result: { seq: 3, replyTo } })
    expect((await read(pair.client)).messages.at(-1)).toMatchObject({ replyTo })

    const other = await addPair(open.database)
    const there = wireOp({ chatId: other.chatId, content: 'Not for you' }, send)
    await push(other.client, [there])
    const taken = wireOp({ chatId: pair.chatId, content: 'b' }, { ...send, opId: there.opId })
    const [refused, left] = await push(pair.client, [taken, replyOp(there.opId)])
    expect(refused).toMatchObject({ status: 'rejected', code: 'op_reused' })
    expect(left).toMatchObject({ status: 'applied', result: { seq: 5 } })
    expect((await read(pair.client)).messages.at(-1)).not.toHaveProperty('replyTo')
  })

  test('whoever leaves takes their reactions along, and the other one hears of it', async () => {
    const mixed = await addMixedPair(open.database)
    const [mine = ''] = await addMessages(open.database, mixed.chatId, mixed.client.id, ['hello'])
    const react = (reaction: ReactionName) =>
      wireOp({ chatId: mixed.chatId, messageId: mine, reaction }, { kind: 'chat.react' })
    await push(mixed.provider, [react('love')])
    await push(mixed.client, [react('wow')])
    const exported = await call(server.origin, 'exportMyData', {}, mixed.provider)
    expect(exported.reply).toMatchObject({ reactionsGiven: [{ place: 1, reaction: 'love' }] })
    expect(exported.bytes.toString()).not.toContain('wow')
    const { chat } = await read(mixed.client, {}, mixed.chatId)
    expect(await leave(server, mixed.provider)).toBe(204)
    const news = await read(mixed.client, { after: String(chat.rev) }, mixed.chatId)
    expect(news.messages).toMatchObject([{ _id: mine, content: 'hello' }])
    expect(news.messages[0]?.reactions).toEqual([{ userId: mixed.client.id, reaction: 'wow' }])
  })

  describe('of an adult towards a minor', () => {
    const evidence = () => open.database.orm.select().from(messageEvidence)
    beforeEach(async () => {
      await open.database.pool.query('truncate message_evidence')
      pair = await addMixedPair(open.database)
      messageId = await say(server, pair, pair.client, { content: 'I wore the blue one' })
    })
    const reportText = async () => {
      const target = { kind: 'person', id: pair.provider.id } as const
      const report = await reportAndRead(server, open.database, pair.client, target)
      return typeof report === 'number' ? report : report.messages.map(({ text }) => text)
    }

    test('each one that went is sealed, and a report of the person shows them in order', async () => {
      await push(pair.provider, [reactOp('love')])
      nowMs += 1_000
      await push(pair.provider, [reactOp('wow')])
      nowMs += 1_000
      await push(pair.provider, [reactOp(null)])
      expect(await evidence()).toMatchObject([
        { senderId: pair.provider.id, recipientId: pair.client.id, reactsTo: messageId },
        { senderId: pair.provider.id, recipientId: pair.client.id, reactsTo: messageId },
      ])
      expect(await reportText()).toEqual(['Reaction: Love it', 'Reaction: Wow'])
    })

    test('one is sealed too when its message or the account goes', async () => {
      await push(pair.provider, [reactOp('love')])
      await unsay(server, pair, pair.client, messageId)
      expect(await evidence()).toMatchObject([{ reactsTo: messageId }])
      messageId = await say(server, pair, pair.client, { content: 'another' })
      await push(pair.provider, [reactOp('sad')])
      expect(await leave(server, pair.provider)).toBe(204)
      expect(await evidence()).toHaveLength(2)
    })

    test('one neither goes nor changes unsealed, whoever asks the database', async () => {
      await push(pair.provider, [reactOp('love')])
      const { pool } = open.database
      for (const statement of [
        'delete from message_reactions',
        "update message_reactions set reaction = 'wow'",
        'delete from messages',
      ]) {
        await expect(pool.query(statement)).rejects.toThrow('must be sealed')
      }
    })

    test('no number of them takes the place of words in a report', async () => {
      const words = await say(server, pair, pair.provider, { content: 'keep this between us' })
      await unsay(server, pair, pair.provider, words)
      await open.database.pool.query(
        `insert into message_evidence (message_id, chat_id, sender_id, recipient_id, seq, sent_at, sealed, reacts_to,
            deleted_at, expires_at)
          select gen_random_uuid(), chat_id, sender_id, recipient_id, 1, sent_at + interval '1 minute', 'no text', $1,
            deleted_at, expires_at
          from message_evidence, generate_series(1, 250)`,
        [messageId],
      )
      expect(await reportText()).toContain('keep this between us')
    })

    test('those of the minor leave nothing', async () => {
      await push(pair.client, [reactOp('love'), reactOp(null)])
      expect(await evidence()).toEqual([])
    })
  })
})
