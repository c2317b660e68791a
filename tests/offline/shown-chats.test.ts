import { afterEach, describe, expect, test } from 'vitest'
import { takeBatch } from '#src/offline/engine/batch.ts'
import { enqueue, unsentOps } from '#src/offline/engine/outbox.ts'
import { markRead } from '#src/offline/features/chat/presence.ts'
import { deleteMessage, sendMessage } from '#src/offline/features/chat/send.ts'
import { readChats, unreadTotal } from '#src/offline/features/chat/shown-chats.ts'
import { readMessages } from '#src/offline/features/chat/shown-messages.ts'
import { saveDraft } from '#src/offline/features/chat/store.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { chatId, chatOf, otherId } from '#tests/support/chat-rows.ts'
import { messageOf, openChatPhone, plan } from './chat-phone.ts'
import { closePhones, nowMs, tap } from './phone.ts'

afterEach(closePhones)

const write = (
  db: UserDatabase,
  content: string,
  given: { file?: typeof plan; at?: number } = {},
) =>
  sendMessage(
    db,
    { chatId, content, file: given.file ?? null },
    tap({ epochMs: given.at ?? nowMs }),
  )

describe('the messages of a chat', () => {
  test('are the newest of the server’s, and behind them what waits, in order', async () => {
    const db = await openChatPhone()
    await db.messages.bulkPut(Array.from({ length: 9 }, (_, index) => messageOf(index + 1)))
    await db.messages.put(messageOf(99, { chatId: otherId }))
    await write(db, 'one')
    await write(db, 'two', { file: plan })
    const shown = await readMessages(db, chatId, 3)
    expect(shown.map(({ content, seq, delivery }) => [content, seq, delivery])).toEqual([
      ['message 7', 7, { status: 'sent' }],
      ['message 8', 8, { status: 'sent' }],
      ['message 9', 9, { status: 'sent' }],
      ['one', null, { status: 'waiting', progress: null }],
      ['two', null, { status: 'waiting', progress: 0 }],
    ])
    expect(shown.at(-1)).toMatchObject({
      senderId: db.userId,
      file: { name: 'plan.pdf', kind: null, bytes: 8 },
    })
  })

  test('say how far a file is, what asks, what was refused and why', async () => {
    const db = await openChatPhone()
    for (const content of ['old', 'refused', 'file']) {
      await write(db, content, content === 'file' ? { file: plan } : {})
    }
    const [old, refused, file] = await unsentOps(db)
    await db.outbox.update(old?.seq ?? 0, { state: 'asks' })
    const lastError = { code: 'chat_closed', message: 'It is over.', at: nowMs } as const
    await db.outbox.update(refused?.seq ?? 0, { state: 'dead', lastError })
    await db.attachments.update(file?.opId ?? '', { sentBytes: 6 })
    expect((await readMessages(db, chatId, 9)).map(({ delivery }) => delivery)).toEqual([
      { status: 'asks' },
      { status: 'failed', why: 'It is over.' },
      { status: 'waiting', progress: 0.75 },
    ])
  })

  test('show one that has arrived once, also while its answer is lost', async () => {
    const db = await openChatPhone()
    await write(db, 'Hello')
    const [row] = await unsentOps(db)
    await db.messages.put(messageOf(1, { _id: row?.opId ?? '', senderId: db.userId }))
    expect(await readMessages(db, chatId, 9)).toMatchObject([
      { seq: 1, delivery: { status: 'sent' } },
    ])
  })

  test('show a deleted one as its trace from the tap on', async () => {
    const db = await openChatPhone()
    const mine = messageOf(1, { senderId: db.userId })
    await db.messages.put(mine)
    await deleteMessage(db, { chatId, messageId: mine._id }, tap())
    expect(await readMessages(db, chatId, 9)).toMatchObject([
      { content: '', deleted: true, delivery: { status: 'deleting' } },
    ])
  })

  test('leave out what another build wrote in another shape', async () => {
    const db = await openChatPhone()
    await db.messages.put({ ...messageOf(1), content: 7 as never })
    await write(db, 'mine')
    const [row] = await unsentOps(db)
    await db.outbox.update(row?.seq ?? 0, { payload: { shape: 'another' } })
    expect(await readMessages(db, chatId, 9)).toEqual([])
  })
})

describe('the list of chats', () => {
  const lineOf = async (db: UserDatabase) => (await readChats(db))[0]?.lastLine

  test('shows the draft, else what waits, else the last message', async () => {
    const db = await openChatPhone()
    expect(await lineOf(db)).toEqual({ kind: 'none' })
    await db.chats.put(chatOf(db.userId, { lastMessage: messageOf(1) }))
    expect(await lineOf(db)).toMatchObject({ kind: 'message', text: 'message 1', mine: false })
    await write(db, 'waiting')
    expect(await lineOf(db)).toMatchObject({ kind: 'waiting', text: 'waiting', failed: false })
    await saveDraft(db, { chatId, text: 'draft', file: plan, at: nowMs })
    expect(await lineOf(db)).toEqual({ kind: 'draft', text: 'draft', fileName: 'plan.pdf' })
    expect((await readChats(db))[0]).toMatchObject({ unsent: 1, other: { _id: otherId } })
  })

  test('shows the trace of a last message from the tap that deletes it on', async () => {
    const db = await openChatPhone()
    const mine = messageOf(1, { senderId: db.userId })
    await db.messages.put(mine)
    await db.chats.put(chatOf(db.userId, { lastMessage: mine }))
    await deleteMessage(db, { chatId, messageId: mine._id }, tap())
    expect(await lineOf(db)).toEqual({
      kind: 'message',
      text: '',
      fileName: null,
      mine: true,
      deleted: true,
    })
  })

  test('says of a voice note that waits what it is, as of one that has arrived', async () => {
    const db = await openChatPhone()
    await write(db, '', { file: { ...plan, voiceMs: 2_000 } })
    expect(await lineOf(db)).toMatchObject({ kind: 'waiting', fileName: plan.name, voice: true })
    await write(db, '', { file: plan })
    expect(await lineOf(db)).not.toHaveProperty('voice')
  })

  test('reads no bytes of a file that is only a draft', async () => {
    const db = await openChatPhone()
    await saveDraft(db, { chatId, text: '', file: plan, at: nowMs })
    expect(await db.chatDrafts.toArray()).toEqual([
      { chatId, text: '', file: { name: 'plan.pdf', type: 'application/pdf' }, at: nowMs },
    ])
    await saveDraft(db, { chatId, text: '', file: null, at: nowMs })
    expect([await db.chatDrafts.count(), await db.chatDraftFiles.count()]).toEqual([0, 0])
  })

  test('puts first where something happened last, on the server or here', async () => {
    const db = await openChatPhone()
    const quiet = '01985a3c-0000-7a10-8c00-0000000000c2'
    await db.chats.put(
      chatOf(db.userId, { _id: quiet, lastMessage: messageOf(5, { chatId: quiet }) }),
    )
    const order = async () => (await readChats(db)).map(({ chat }) => chat._id)
    expect(await order()).toEqual([quiet, chatId])
    await write(db, 'now', { at: nowMs + 1 })
    expect(await order()).toEqual([chatId, quiet])
  })

  test('counts what is unread by the server, less what was read on this device', async () => {
    const db = await openChatPhone({ unread: 3, readSeq: 1 })
    await db.messages.bulkPut([
      messageOf(2),
      messageOf(3, { senderId: db.userId }),
      messageOf(4),
      messageOf(5),
    ])
    const unread = async () => [(await readChats(db))[0]?.unread, await unreadTotal(db)]
    expect(await unread()).toEqual([3, 3])
    await markRead(db, chatId, 3)
    expect(await unread()).toEqual([2, 2])
    await markRead(db, chatId, 5)
    expect(await unread()).toEqual([0, 0])
    await db.chats.put(chatOf(db.userId, { unread: 1, readSeq: 5 }))
    expect(await unread()).toEqual([1, 1])
  })

  test('counts nothing of somebody whom the person has blocked, from the tap on', async () => {
    const db = await openChatPhone({ unread: 3 })
    const unread = async () => [(await readChats(db))[0]?.unread, await unreadTotal(db)]
    expect(await unread()).toEqual([3, 3])
    await enqueue(db, { kind: 'safety.block', payload: { userId: otherId } }, tap())
    expect(await unread()).toEqual([0, 0])
  })

  test('knows of a chat whose other one has left', async () => {
    const db = await openChatPhone()
    await db.chats.put(chatOf(db.userId, { members: chatOf(db.userId).members.slice(0, 1) }))
    expect((await readChats(db))[0]?.other).toBeUndefined()
  })
})

test('what is under way is shown as waiting', async () => {
  const db = await openChatPhone()
  await write(db, 'Hello')
  await takeBatch(db, nowMs)
  expect(await readMessages(db, chatId, 9)).toMatchObject([{ delivery: { status: 'waiting' } }])
})
