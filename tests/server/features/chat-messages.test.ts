import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { messageReceiptSchema } from '#contract/chat/model.ts'
import { call, problemOf } from '#tests/support/call.ts'
import { addMessages, addPair, endConnectionOf, type Pair } from '#tests/support/chats.ts'
import { addBlock, loseVerification } from '#tests/support/connections.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { manyUploads } from '#tests/support/many-uploads.ts'
import { opIdAt, wireOp } from '#tests/support/ops.ts'
import { addPerson, type SignedIn } from '#tests/support/people.ts'
import { startTestServer, testNoonMs, type TestServer } from '#tests/support/server.ts'

describe.each(databasesUnderTest('both'))('messages, on %s', (kind) => {
  let open: TestDatabase
  let server: TestServer
  let pair: Pair
  let nowMs = testNoonMs

  beforeAll(async () => {
    open = await openTestDatabase(kind)
    server = await startTestServer(open.database, { now: () => nowMs, uploadLimits: manyUploads })
  })
  beforeEach(async () => {
    nowMs = testNoonMs
    pair = await addPair(open.database)
  })
  afterAll(async () => {
    await server.close()
    await open.drop()
  })

  const post = (who: SignedIn, content: string, given: { id?: string; senderId?: string } = {}) =>
    call(
      server.origin,
      'postMessage',
      { params: { chatId: pair.chatId }, body: { content, ...given }, files: {} },
      who,
    )
  const read = (who: SignedIn, query: { after?: string; before?: string; limit?: string } = {}) =>
    call(server.origin, 'getMessages', { params: { chatId: pair.chatId }, query }, who)
  const push = async (who: SignedIn, ops: readonly ReturnType<typeof wireOp>[]) =>
    (await call(server.origin, 'pushOps', { body: { ops: [...ops] } }, who)).reply.results
  const sendOp = (content: string, given: Record<string, unknown> = {}) =>
    wireOp({ chatId: pair.chatId, content }, { kind: 'chat.send', ...given })
  const deleteOp = (messageId: string) =>
    wireOp({ chatId: pair.chatId, messageId }, { kind: 'chat.delete' })
  const contentsOf = async (who: SignedIn) =>
    (await read(who)).reply.messages.map(({ content }) => content)

  test('are read by both as they were sent', async () => {
    const sent = await post(pair.client, '  Hello\r\nthere ')
    expect([sent.status, sent.reply]).toMatchObject([
      201,
      {
        chatId: pair.chatId,
        seq: 1,
        rev: 1,
        senderId: pair.client.id,
        content: 'Hello\nthere',
        fileUrl: null,
        deletedAt: null,
        timestamp: '2026-06-15T12:00:00.000Z',
      },
    ])
    for (const who of [pair.client, pair.provider]) {
      expect((await read(who)).reply.messages).toEqual([sent.reply])
    }
  })

  test('with one id are one message, by a call or by the queue', async () => {
    const id = opIdAt()
    const first = await post(pair.client, 'Once', { id })
    expect((await post(pair.client, 'Once', { id })).reply).toEqual(first.reply)
    const [queued] = await push(pair.client, [sendOp('Once', { opId: id })])
    expect(queued).toMatchObject({ status: 'duplicate', result: { _id: id, seq: 1 } })
    expect(await contentsOf(pair.provider)).toEqual(['Once'])
  })

  test('with an id of another message are refused, whosever that is', async () => {
    const id = opIdAt()
    await post(pair.client, 'First', { id })
    expect((await post(pair.client, 'Second', { id })).problem.code).toBe('op_reused')
    expect((await post(pair.provider, 'Third', { id })).problem.code).toBe('op_reused')
    expect(await contentsOf(pair.client)).toEqual(['First'])
  })

  test('keep the order of a queue, and tell nothing of the words but to whom reads them', async () => {
    const ops = ['one', 'two', 'three'].map((content) => sendOp(content))
    const results = await push(pair.client, ops)
    const receipts = results.map((each) =>
      v.parse(messageReceiptSchema, 'result' in each ? each.result : undefined),
    )
    expect(receipts.map(({ _id, seq }) => [_id, seq])).toEqual(
      ops.map(({ opId }, index) => [opId, index + 1]),
    )
    expect(await contentsOf(pair.provider)).toEqual(['one', 'two', 'three'])
    const { rows } = await open.database.pool.query(
      'select result from ledger_ops where user_id = $1',
      [pair.client.id],
    )
    expect(JSON.stringify(rows)).not.toContain('three')
  })

  test('of two people at once get places without a gap or a double', async () => {
    nowMs += 60_000
    const texts = Array.from({ length: 8 }, (_, index) => String(index))
    await Promise.all(
      texts.flatMap((text) => [post(pair.client, `c${text}`), post(pair.provider, `p${text}`)]),
    )
    const { messages } = (await read(pair.client)).reply
    expect(messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 16 }, (_, i) => i + 1))
    expect(new Set(messages.map(({ content }) => content)).size).toBe(16)
  })

  test('come in a burst of ten, and then one a second, by calls and by the queue together', async () => {
    for (let count = 0; count < 8; count += 1) await post(pair.client, `call ${count}`)
    const ops = Array.from({ length: 5 }, (_, index) => sendOp(`queued ${index}`))
    const results = await push(pair.client, ops)
    expect(results.map((each) => ('afterMs' in each ? each.afterMs : each.status))).toEqual([
      'applied',
      'applied',
      1_000,
      2_000,
      3_000,
    ])
    const refused = await post(pair.client, 'too many')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
    nowMs += 2_000
    const again = await push(pair.client, ops.slice(2))
    expect(again.map(({ status }) => status)).toEqual(['applied', 'applied', 'retry'])
    expect((await post(pair.provider, 'mine are counted apart')).status).toBe(201)
  })

  test('hold up what follows them in their chat when they come again, of whichever kind', async () => {
    const first = await post(pair.client, 'first')
    for (let count = 1; count < 10; count += 1) await post(pair.client, String(count))
    const late = sendOp('late')
    const results = await push(pair.client, [late, deleteOp(late.opId), deleteOp(first.reply._id)])
    expect(results.map(({ status }) => status)).toEqual(['retry', 'retry', 'retry'])
  })

  test('are told of to both, by the id of their chat alone', async () => {
    const received: unknown[] = []
    const stop = [pair.client, pair.provider].map(({ id }) =>
      server.events.subscribe(id, (event) => received.push([id, event])),
    )
    await post(pair.client, 'secret words')
    expect(received).toEqual([
      [pair.client.id, { type: 'chat', chatId: pair.chatId }],
      [pair.provider.id, { type: 'chat', chatId: pair.chatId }],
    ])
    for (const each of stop) each()
  })

  test.each([
    ['blocked', () => addBlock(open.database, pair.client.id, pair.provider.id)],
    ['ended', () => endConnectionOf(open.database, pair)],
    ['unavailable', () => loseVerification(open.database, pair.provider.id)],
  ] as const)('stop when the chat is %s, and stay readable', async (state, close) => {
    const { reply: before } = await post(pair.client, 'before')
    await close()
    expect((await post(pair.client, 'after')).problem).toMatchObject({
      code: 'chat_closed',
      message: 'This chat has ended. You can still read it.',
    })
    const [queued] = await push(pair.client, [sendOp('after')])
    expect(queued).toMatchObject({ status: 'rejected', code: 'chat_closed' })
    const params = { chatId: pair.chatId, messageId: before._id }
    const removal = await call(server.origin, 'deleteMessage', { params }, pair.client)
    expect([removal.status, removal.problem.code]).toEqual([403, 'chat_closed'])
    const { messages, chat } = (await read(pair.client)).reply
    expect([messages.map(({ content }) => content), chat.state]).toEqual([['before'], state])
  })

  test('do not tell the blocked that they are', async () => {
    await addBlock(open.database, pair.client.id, pair.provider.id)
    expect((await read(pair.provider)).reply.chat.state).toBe('ended')
  })

  test.each([
    [{ content: '' }, 'A message needs text or a file'],
    [{ content: 'x'.repeat(4_001) }, 'At most 4000 characters'],
  ])('need something of a length: %j', async ({ content }, text) => {
    const answer = await post(pair.client, content)
    expect([answer.status, answer.problem.fields]).toEqual([400, { content: text }])
    const [queued] = await push(pair.client, [sendOp(content)])
    expect(queued).toMatchObject({ status: 'rejected', code: 'invalid_input' })
  })

  test('are never sent as somebody else', async () => {
    const answer = await post(pair.client, 'as you', { senderId: pair.provider.id })
    expect(answer.status).toBe(403)
    const own = await post(pair.client, 'as me', { senderId: pair.client.id.toUpperCase() })
    expect(own.reply.senderId).toBe(pair.client.id)
  })

  test("of a stranger's chat are neither read nor written nor deleted", async () => {
    const [messageId = ''] = await addMessages(open.database, pair.chatId, pair.client.id, ['mine'])
    const stranger = await addPerson(open.database)
    expect((await read(stranger)).status).toBe(404)
    expect((await post(stranger, 'hi')).status).toBe(404)
    const params = { chatId: pair.chatId, messageId }
    expect((await call(server.origin, 'deleteMessage', { params }, stranger)).status).toBe(404)
    const results = await push(stranger, [sendOp('hi'), deleteOp(messageId)])
    expect(results).toMatchObject([{ code: 'not_found' }, { code: 'not_found' }])
    expect(await contentsOf(pair.client)).toEqual(['mine'])
  })

  test('are not found in a chat that is none', async () => {
    const headers = { authorization: `Bearer ${pair.client.token}` }
    for (const chatId of ['nowhere', opIdAt()]) {
      expect((await problemOf(server.origin, `/chat/${chatId}/messages`, { headers })).status).toBe(
        404,
      )
    }
  })

  test('leave a trace when their writer deletes them, once, and nobody else can', async () => {
    const { reply } = await post(pair.client, 'Forget this')
    await post(pair.provider, 'Never')
    const params = { chatId: pair.chatId, messageId: reply._id }
    expect((await call(server.origin, 'deleteMessage', { params }, pair.provider)).status).toBe(403)
    const trace = (await call(server.origin, 'deleteMessage', { params }, pair.client)).reply
    expect(trace).toMatchObject({ _id: reply._id, seq: 1, rev: 3, content: '' })
    expect(trace.deletedAt).toBe('2026-06-15T12:00:00.000Z')
    const [again] = await push(pair.client, [deleteOp(reply._id)])
    expect(again).toMatchObject({ status: 'applied', result: { rev: 3 } })

    expect(await contentsOf(pair.provider)).toEqual(['', 'Never'])
    const { rows } = await open.database.pool.query(
      `select (select string_agg(content, '') from messages) || (select string_agg(result::text, '') from ledger_ops) as all`,
    )
    expect(rows[0].all).not.toContain('Forget this')
  })

  test('are read on from a change, also those deleted meanwhile', async () => {
    const ids = await addMessages(open.database, pair.chatId, pair.client.id, ['a', 'b', 'c', 'd'])
    const { chat } = (await read(pair.provider)).reply
    await push(pair.client, [deleteOp(ids[1] ?? ''), sendOp('e')])
    const first = (await read(pair.provider, { after: String(chat.rev), limit: '1' })).reply
    const change = first.messages.map(({ rev }) => rev)
    expect([change, first.more]).toEqual([[5], true])
    const rest = (await read(pair.provider, { after: '5' })).reply
    expect([rest.messages.map(({ rev }) => rev), rest.more, rest.chat.rev]).toEqual([[6], false, 6])
    const seen = [...first.messages, ...rest.messages].map(({ seq, content }) => [seq, content])
    expect(seen).toEqual([
      [2, ''],
      [6, 'e'],
    ])
  })

  test('come page by page into the past, by place', async () => {
    const texts = Array.from({ length: 7 }, (_, index) => String(index + 1))
    await addMessages(open.database, pair.chatId, pair.provider.id, texts)
    const newest = (await read(pair.client, { limit: '3' })).reply
    expect([newest.messages.map(({ seq }) => seq), newest.more]).toEqual([[5, 6, 7], true])
    const older = (await read(pair.client, { before: '5', limit: '4' })).reply
    expect([older.messages.map(({ seq }) => seq), older.more]).toEqual([[1, 2, 3, 4], false])
    expect((await read(pair.client, { before: '1' })).reply.messages).toEqual([])
    const bad = { after: '1', before: '5' }
    expect((await read(pair.client, bad)).status).toBe(400)
  })
})
