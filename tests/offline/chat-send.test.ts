import { afterEach, describe, expect, test, vi } from 'vitest'
import { accountApi } from '#contract/account/api.ts'
import { messageCharsMax } from '#contract/chat/model.ts'
import type { OpResult } from '#contract/sync/api.ts'
import { UnreachableError } from '#src/offline/api/api-error.ts'
import { callApi } from '#src/offline/api/api.ts'
import { applyResults } from '#src/offline/engine/apply-results.ts'
import { nextDueAt, takeBatch } from '#src/offline/engine/batch.ts'
import { timeIn } from '#src/offline/engine/outbox-row.ts'
import { deleteOp, replaceOp, retryOps, sendAgain, unsentOps } from '#src/offline/engine/outbox.ts'
import { noteFailure } from '#src/offline/engine/push.ts'
import { resetBackoff } from '#src/offline/engine/queue.ts'
import { deleteMessage, editUnsent, sendMessage } from '#src/offline/features/chat/send.ts'
import { saveDraft, readDraft } from '#src/offline/features/chat/store.ts'
import { refreshChats } from '#src/offline/features/chat/sync.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { chatId, chatOf, otherId } from '#tests/support/chat-rows.ts'
import { messageOf, openChatPhone, plan } from './chat-phone.ts'
import { answerWith, ours } from './network.ts'
import { closePhones, moment, nowMs, tap } from './phone.ts'

afterEach(async () => {
  vi.useRealTimers()
  await closePhones()
})

const dayMs = 86_400_000
const write = (db: UserDatabase, content: string, file: typeof plan | null = null, opId?: string) =>
  sendMessage(db, { chatId, content, file }, tap(opId === undefined ? {} : { opId }))
const receiptOf = (opId: string, given: object = {}): OpResult => ({
  opId,
  status: 'applied',
  result: {
    _id: opId,
    chatId,
    seq: 1,
    rev: 1,
    fileUrl: null,
    file: null,
    timestamp: '2026-11-21T12:00:01.000Z',
    ...given,
  },
})

describe('a message that is sent', () => {
  test('waits in line with its file, and the draft is gone in the same step', async () => {
    const db = await openChatPhone()
    await saveDraft(db, { chatId, text: 'Hel', file: plan, at: nowMs })
    const sent = await write(db, '  Hello ', plan)
    expect(sent.status).toBe('queued')
    const [row] = await unsentOps(db)
    expect(row).toMatchObject({
      kind: 'chat.send',
      lane: `chat:${chatId}`,
      payload: { chatId, content: 'Hello', file: { name: 'plan.pdf' } },
      blobIds: [row?.opId],
    })
    expect(await readDraft(db, chatId)).toBeUndefined()
    expect(await db.attachments.get(row?.opId ?? '')).toMatchObject({ uploaded: false, bytes: 8 })
  })

  test.each([
    ['', 'invalid_input'],
    [' \n ', 'invalid_input'],
    ['x'.repeat(messageCharsMax + 1), 'invalid_input'],
  ])('is never %j', async (content, code) => {
    const db = await openChatPhone()
    expect(await write(db, content)).toEqual({ status: 'refused', code })
    expect(await unsentOps(db)).toEqual([])
  })

  test('is refused in a chat that is over, and the draft stays', async () => {
    const db = await openChatPhone({ state: 'ended' })
    await saveDraft(db, { chatId, text: 'Hello', file: null, at: nowMs })
    expect(await write(db, 'Hello')).toEqual({ status: 'refused', code: 'chat_closed' })
    expect((await readDraft(db, chatId))?.text).toBe('Hello')
  })

  test('goes once its file is there, and holds up what is behind it in its chat alone', async () => {
    const db = await openChatPhone()
    await write(db, 'first', plan)
    await write(db, 'second')
    expect((await takeBatch(db, nowMs)).ops).toEqual([])
    expect(await nextDueAt(db)).toBe(nowMs + dayMs)
    const [first] = await unsentOps(db)
    await db.attachments.update(first?.opId ?? '', { uploaded: true })
    expect(await nextDueAt(db)).toBe(nowMs)
    expect((await takeBatch(db, nowMs)).ops).toHaveLength(2)
  })

  test('becomes the server’s message in one step, with its words and its file', async () => {
    const db = await openChatPhone()
    await write(db, 'Here', plan)
    const [row] = await unsentOps(db)
    const opId = row?.opId ?? ''
    await db.attachments.update(opId, { uploaded: true })
    const batch = await takeBatch(db, nowMs)
    const file = { name: 'plan.pdf', kind: 'pdf', bytes: 8, width: null, height: null }
    await applyResults(db, batch, [receiptOf(opId, { fileUrl: '/x.pdf', file })], moment)
    expect(await unsentOps(db)).toEqual([])
    expect(await db.messages.get(opId)).toMatchObject({
      content: 'Here',
      senderId: db.userId,
      seq: 1,
      file,
    })
    expect(await db.keptFiles.get(opId)).toMatchObject({ bytes: 8, type: 'application/pdf' })
    expect((await db.chats.get(chatId))?.lastMessage?.content).toBe('Here')
    expect([await db.attachments.count(), await db.attachmentFiles.count()]).toEqual([0, 0])
  })

  test('has its file in place of the one used longest ago, where the device has fifty', async () => {
    const db = await openChatPhone()
    const cached = Array.from({ length: 50 }, (_, index) => messageOf(index + 1)._id)
    await db.keptFiles.bulkPut(
      cached.map((messageId, usedAt) => ({ ...plan, messageId, bytes: 8, usedAt })),
    )
    await write(db, 'Here', plan)
    const opId = (await unsentOps(db))[0]?.opId ?? ''
    await db.attachments.update(opId, { uploaded: true })
    await applyResults(db, await takeBatch(db, nowMs), [receiptOf(opId)], moment)
    const keys = await db.keptFiles.toCollection().primaryKeys()
    expect(new Set(keys)).toEqual(new Set([...cached.slice(1), opId]))
  })

  test('stays the last one of its chat where a list from before it comes after it', async () => {
    const db = await openChatPhone()
    await write(db, 'Hello')
    const batch = await takeBatch(db, nowMs)
    answerWith(async () => {
      await applyResults(db, batch, [receiptOf(batch.rows[0]?.opId ?? '')], moment)
      return ours([chatOf(db.userId)])
    })
    await refreshChats(db, 'token', nowMs)
    expect((await db.chats.get(chatId))?.lastMessage?.content).toBe('Hello')
  })

  test('whose file the server let go of sends it up again', async () => {
    const db = await openChatPhone()
    await write(db, 'Here', plan)
    const [row] = await unsentOps(db)
    const opId = row?.opId ?? ''
    await db.attachments.update(opId, { uploaded: true })
    const batch = await takeBatch(db, nowMs)
    const retry: OpResult = { opId, status: 'retry', code: 'file_missing', afterMs: 1_000 }
    await applyResults(db, batch, [retry], moment)
    expect((await db.attachments.get(opId))?.uploaded).toBe(false)
    expect((await unsentOps(db))[0]).toMatchObject({ state: 'pending' })
  })
})

describe('a message that could not be sent for a day', () => {
  test('asks before it goes, holds up nothing, and goes once its person says so', async () => {
    const db = await openChatPhone()
    await write(db, 'old')
    await sendMessage(
      db,
      { chatId, content: 'new', file: null },
      tap({ epochMs: nowMs + dayMs - 1 }),
    )
    expect((await takeBatch(db, nowMs + dayMs - 1)).ops).toHaveLength(2)
    const { ops } = await takeBatch(db, nowMs + dayMs)
    expect(ops.map(({ payload }) => payload)).toEqual([{ chatId, content: 'new' }])
    const [old] = await unsentOps(db)
    expect(old?.state).toBe('asks')
    await retryOps(db, old?.opId ?? '')
    expect((await takeBatch(db, nowMs + 9 * dayMs)).ops[0]?.opId).toBe(old?.opId)
  })

  test('asks also while its file has not gone up', async () => {
    const db = await openChatPhone()
    await write(db, 'old', plan)
    expect(await nextDueAt(db)).toBe(nowMs + dayMs)
    expect((await takeBatch(db, nowMs + dayMs)).ops).toEqual([])
    expect((await unsentOps(db))[0]?.state).toBe('asks')
    expect(await nextDueAt(db)).toBeUndefined()
  })

  test('asks also where it may be there, and is not offered to be edited then', async () => {
    const db = await openChatPhone()
    await write(db, 'old')
    const { rows } = await takeBatch(db, nowMs)
    await noteFailure(db, { rows, ops: [] }, new UnreachableError(), moment)
    await resetBackoff(db)
    expect((await takeBatch(db, nowMs + dayMs)).ops).toEqual([])
    const [row] = await unsentOps(db)
    expect(row?.state).toBe('asks')
    expect(await editUnsent(db, row?.opId ?? '', nowMs + dayMs)).toBe('sending')
  })

  test('is not offered to be edited where the answer said that it is there, in words that nobody here reads', async () => {
    const db = await openChatPhone()
    await write(db, 'old')
    const batch = await takeBatch(db, nowMs)
    const opId = batch.rows[0]?.opId ?? ''
    await applyResults(db, batch, [{ opId, status: 'applied', result: 'Yes' }], moment)
    expect(await editUnsent(db, opId, nowMs)).toBe('sending')
  })

  test('is not among those that are tried again all together', async () => {
    const db = await openChatPhone()
    await write(db, 'old')
    await takeBatch(db, nowMs + dayMs)
    await retryOps(db)
    expect((await unsentOps(db))[0]?.state).toBe('asks')
  })
})

describe('a message that was not sent', () => {
  test('becomes the draft again, words and file', async () => {
    const db = await openChatPhone()
    await write(db, 'Helo', plan)
    const [row] = await unsentOps(db)
    expect(await editUnsent(db, row?.opId ?? '', nowMs)).toBe('draft')
    expect(await readDraft(db, chatId)).toEqual({ chatId, text: 'Helo', file: plan, at: nowMs })
    expect([await unsentOps(db), await db.attachmentFiles.count()]).toEqual([[], 0])
    expect(await editUnsent(db, row?.opId ?? '', nowMs)).toBe('gone')
  })

  test('stays where another draft stands, and while it is under way', async () => {
    const db = await openChatPhone()
    await write(db, 'Hello')
    const [row] = await unsentOps(db)
    const opId = row?.opId ?? ''
    await saveDraft(db, { chatId, text: 'Another', file: null, at: nowMs })
    expect(await editUnsent(db, opId, nowMs)).toBe('draft_in_the_way')
    await saveDraft(db, { chatId, text: ' ', file: null, at: nowMs })
    await takeBatch(db, nowMs)
    expect(await editUnsent(db, opId, nowMs)).toBe('sending')
    expect(await unsentOps(db)).toHaveLength(1)
  })

  test('stays where it may be there, and becomes the draft again once it was refused', async () => {
    const db = await openChatPhone()
    await write(db, 'Hello')
    const [{ opId, seq } = { opId: '', seq: 0 }] = await unsentOps(db)
    await db.outbox.update(seq, { unanswered: true, state: 'asks' })
    expect(await editUnsent(db, opId, nowMs)).toBe('sending')
    expect([await readDraft(db, chatId), (await unsentOps(db)).length]).toEqual([undefined, 1])
    await db.outbox.update(seq, { state: 'dead' })
    expect(await editUnsent(db, opId, nowMs)).toBe('draft')
  })

  test('stays with its file where the device does not have its chat any more', async () => {
    const db = await openChatPhone()
    await write(db, 'Look', plan)
    const [{ opId, seq } = { opId: '', seq: 0 }] = await unsentOps(db)
    await db.outbox.update(seq, { state: 'dead' })
    await db.chats.delete(chatId)
    expect(await editUnsent(db, opId, nowMs)).toBe('no_chat')
    expect([await db.outbox.count(), await db.attachments.count()]).toEqual([1, 1])
    expect(await readDraft(db, chatId)).toBeUndefined()
  })

  test('goes with its file when it is deleted', async () => {
    const db = await openChatPhone()
    await write(db, 'Hello', plan)
    const [row] = await unsentOps(db)
    expect(await deleteOp(db, row?.opId ?? '')).toBe('deleted')
    expect([await db.attachments.count(), await db.attachmentFiles.count()]).toEqual([0, 0])
  })

  test('hands its file over to the one that takes its place', async () => {
    const db = await openChatPhone()
    await write(db, 'Hello', plan)
    const [row] = await unsentOps(db)
    const payload = { chatId, content: 'Hello!', file: { name: plan.name } }
    const again = tap()
    await db.outbox.update(row?.seq ?? 0, { state: 'dead' })
    await replaceOp(db, row?.opId ?? '', { kind: 'chat.send', payload }, again)
    expect(await unsentOps(db)).toMatchObject([{ opId: again.opId, blobIds: [again.opId] }])
    expect(await db.attachments.toCollection().primaryKeys()).toEqual([again.opId])
  })
})

describe('a message too old for the server to know', () => {
  const lastError = { code: 'too_old', message: 'Too old', at: 0 } as const

  async function tooOld(db: UserDatabase): Promise<string> {
    await write(db, 'Hello')
    const [row] = await unsentOps(db)
    await db.outbox.update(row?.seq ?? 0, { state: 'dead', lastError })
    return row?.opId ?? ''
  }

  test('goes as a new one, and what is being written beside it stays', async () => {
    const db = await openChatPhone()
    const old = await tooOld(db)
    await saveDraft(db, { chatId, text: 'Half a', file: plan, at: nowMs })
    const again = tap()
    expect(await sendAgain(db, old, again)).toEqual({ status: 'queued', opId: again.opId })
    expect(await unsentOps(db)).toMatchObject([{ opId: again.opId, state: 'pending' }])
    expect(await readDraft(db, chatId)).toMatchObject({ text: 'Half a', file: plan })
  })

  test("goes with an id of the server's clock where the phone's is far from it", async () => {
    const db = await openChatPhone()
    const old = await tooOld(db)
    vi.useFakeTimers({ toFake: ['Date'], now: nowMs })
    const serverClock = async (aheadMs: number) => {
      const date = new Date(nowMs + aheadMs).toUTCString()
      answerWith(() => ours(null, { headers: { date }, status: 500 }))
      await callApi(accountApi.logout, {}).catch(() => undefined)
    }
    await serverClock(-30 * dayMs)
    expect(await sendAgain(db, old, tap())).toMatchObject({ status: 'queued' })
    const [row] = await unsentOps(db)
    expect(timeIn(row?.opId ?? '')).toBe(nowMs - 30 * dayMs)
    await serverClock(0)
  })

  test('goes once, however often it is tapped', async () => {
    const db = await openChatPhone()
    const old = await tooOld(db)
    await Promise.all([sendAgain(db, old, tap()), sendAgain(db, old, tap())])
    expect(await unsentOps(db)).toMatchObject([{ state: 'pending', payload: { content: 'Hello' } }])
  })

  test('that was deleted meanwhile stays deleted', async () => {
    const db = await openChatPhone()
    const old = await tooOld(db)
    await Promise.all([deleteOp(db, old), sendAgain(db, old, tap())])
    expect(await unsentOps(db)).toEqual([])
  })
})

describe('deleting a message that the server has', () => {
  const remove = (db: UserDatabase, messageId: string) =>
    deleteMessage(db, { chatId, messageId }, tap())

  test('leaves its trace once the server has done so', async () => {
    const db = await openChatPhone()
    const mine = messageOf(1, { senderId: db.userId })
    await db.messages.put(mine)
    expect((await remove(db, mine._id)).status).toBe('queued')
    const batch = await takeBatch(db, nowMs)
    const opId = batch.ops[0]?.opId ?? ''
    const result = { _id: mine._id, chatId, rev: 2, deletedAt: '2026-11-21T12:00:00.000Z' }
    await applyResults(db, batch, [{ opId, status: 'applied', result }], moment)
    expect(await db.messages.get(mine._id)).toMatchObject({
      content: '',
      rev: 2,
      deletedAt: result.deletedAt,
    })
  })

  test('is refused for what is not one’s own, not there, gone or going', async () => {
    const db = await openChatPhone()
    const mine = messageOf(1, { senderId: db.userId })
    const theirs = messageOf(2, { senderId: otherId })
    const gone = messageOf(3, { senderId: db.userId, deletedAt: '2026-11-21T12:00:00.000Z' })
    await db.messages.bulkPut([mine, theirs, gone])
    await remove(db, mine._id)
    const outcomes = [theirs._id, gone._id, mine._id, messageOf(9)._id].map((id) => remove(db, id))
    expect(await Promise.all(outcomes)).toMatchObject([
      { code: 'forbidden' },
      { code: 'not_found' },
      { code: 'wrong_state' },
      { code: 'not_found' },
    ])
    await db.chats.update(chatId, { state: 'ended' })
    expect(await remove(db, mine._id)).toMatchObject({ code: 'chat_closed' })
  })
})
