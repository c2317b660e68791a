import { afterEach, describe, expect, test } from 'vitest'
import type { Message, ReactionName } from '#contract/chat/model.ts'
import type { OpResult } from '#contract/sync/api.ts'
import { applyResults } from '#src/offline/engine/apply-results.ts'
import { takeBatch } from '#src/offline/engine/batch.ts'
import { unsentOps } from '#src/offline/engine/outbox.ts'
import { reactTo, deleteMessage, editUnsent, sendMessage } from '#src/offline/features/chat/send.ts'
import {
  readMessages,
  readQuote,
  type ShownMessage,
} from '#src/offline/features/chat/shown-messages.ts'
import { readDraft, saveDraft } from '#src/offline/features/chat/store.ts'
import { loadBackTo, refreshChat, refreshChats } from '#src/offline/features/chat/sync.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { chatId, chatOf, otherId } from '#tests/support/chat-rows.ts'
import { ChatServer, messageOf, openChatPhone } from './chat-phone.ts'
import { closePhones, moment, nowMs, tap } from './phone.ts'

afterEach(closePhones)

const first = messageOf(1)
const react = (db: UserDatabase, reaction: ReactionName | null, messageId = first._id) =>
  reactTo(db, { chatId, messageId, reaction }, tap())
const shownOf = async (db: UserDatabase): Promise<ShownMessage[]> => readMessages(db, chatId, 50)
const reactionsOn = async (db: UserDatabase) => (await shownOf(db))[0]?.reactions
const applied = (opId: string, result: object): OpResult => ({ opId, status: 'applied', result })

async function phoneWith(...messages: Message[]): Promise<UserDatabase> {
  const db = await openChatPhone()
  await db.messages.bulkPut(messages.length > 0 ? messages : [first])
  return db
}

describe('a reaction', () => {
  test('is shown from the tap on, and the last of several is the one', async () => {
    const db = await phoneWith({ ...first, reactions: [{ userId: otherId, reaction: 'sad' }] })
    await react(db, 'love')
    await react(db, 'wow')
    expect(await reactionsOn(db)).toEqual([
      { userId: otherId, reaction: 'sad' },
      { userId: db.userId, reaction: 'wow' },
    ])
    await react(db, null)
    expect(await reactionsOn(db)).toEqual([{ userId: otherId, reaction: 'sad' }])
    expect((await unsentOps(db)).map(({ lane }) => lane)).toEqual(Array(3).fill(`chat:${chatId}`))
  })

  test('goes behind the messages that were written before it, and is no message of the list', async () => {
    const db = await phoneWith()
    await sendMessage(db, { chatId, content: 'hello', file: null }, tap())
    await react(db, 'cheer')
    expect((await takeBatch(db, nowMs)).ops.map(({ kind }) => kind)).toEqual([
      'chat.send',
      'chat.react',
    ])
    expect((await shownOf(db)).map(({ content }) => content)).toEqual(['message 1', 'hello'])
  })

  test('stays once the server has it, and a late repeat undoes no later one', async () => {
    const db = await phoneWith()
    await react(db, 'love')
    const batch = await takeBatch(db, nowMs)
    const result = { _id: first._id, chatId, rev: 4, reaction: 'love' }
    await applyResults(db, batch, [applied(batch.ops[0]?.opId ?? '', result)], moment)
    expect(await reactionsOn(db)).toEqual([{ userId: db.userId, reaction: 'love' }])
    // The next reading brings what else changed up to it.
    expect((await db.messages.get(first._id))?.rev).toBe(1)

    const newer = { ...first, rev: 9, reactions: [{ userId: db.userId, reaction: 'sad' }] }
    await db.messages.put(newer)
    await react(db, 'love')
    const again = await takeBatch(db, nowMs)
    await applyResults(db, again, [applied(again.ops[0]?.opId ?? '', result)], moment)
    expect(await reactionsOn(db)).toEqual([{ userId: db.userId, reaction: 'sad' }])
  })

  test('to a deleted message is refused at the tap, or later with its reason', async () => {
    const gone = messageOf(2, { deletedAt: '2026-11-21T12:00:00.000Z', content: '' })
    const db = await phoneWith(first, gone)
    expect(await react(db, 'love', gone._id)).toEqual({
      status: 'refused',
      code: 'message_deleted',
    })
    await react(db, 'love')
    const batch = await takeBatch(db, nowMs)
    const opId = batch.ops[0]?.opId ?? ''
    const message = 'This message was deleted, so nobody can react to it anymore.'
    const refusal: OpResult = { opId, status: 'rejected', code: 'message_deleted', message }
    await applyResults(db, batch, [refusal], moment)
    expect(await unsentOps(db)).toMatchObject([{ state: 'dead', lastError: { message } }])
    expect(await reactionsOn(db)).toEqual([])
  })

  test('is refused in a chat that is over', async () => {
    const db = await phoneWith()
    await db.chats.update(chatId, { state: 'ended' })
    expect(await react(db, 'love')).toEqual({ status: 'refused', code: 'chat_closed' })
  })

  test('of the other one comes with what changed, and goes with the message', async () => {
    const db = await openChatPhone()
    const server = new ChatServer(db.userId)
    server.add(1)
    await refreshChat(db, 'token', chatId)
    server.messages[0] = messageOf(1, { rev: 2, reactions: [{ userId: otherId, reaction: 'wow' }] })
    await refreshChat(db, 'token', chatId)
    expect(await reactionsOn(db)).toEqual([{ userId: otherId, reaction: 'wow' }])
    server.erase(1)
    await refreshChat(db, 'token', chatId)
    expect(await reactionsOn(db)).toEqual([])
  })

  test('of whoever blocked one is not on the device any more, and one’s own is', async () => {
    const db = await openChatPhone()
    const server = new ChatServer(db.userId)
    const mine = messageOf(1, { senderId: db.userId })
    const own = { userId: db.userId, reaction: 'wow' }
    await db.messages.put({ ...mine, reactions: [{ userId: otherId, reaction: 'love' }, own] })
    server.chats = [chatOf(db.userId, { reads: 'own', state: 'ended' })]
    await refreshChats(db, 'token', nowMs)
    expect(await reactionsOn(db)).toEqual([own])
  })
})

describe('an answer', () => {
  const answer = (db: UserDatabase, replyTo: string) =>
    sendMessage(db, { chatId, content: 'yes', file: null, replyTo }, tap())

  test('shows what it answers, while it waits and once it is sent', async () => {
    const db = await phoneWith()
    await answer(db, first._id)
    const quote = { id: first._id, seq: 1, message: { content: 'message 1', deleted: false } }
    expect((await shownOf(db))[1]).toMatchObject({ content: 'yes', quote })
    const batch = await takeBatch(db, nowMs)
    const [op] = batch.ops
    expect(op?.payload).toEqual({ chatId, content: 'yes', replyTo: first._id })
    const times = { timestamp: '2026-11-21T12:00:01.000Z', fileUrl: null, file: null }
    const receipt = { _id: op?.opId, chatId, seq: 2, rev: 2, ...times }
    const result = { ...receipt, replyTo: { _id: first._id, seq: 1 } }
    await applyResults(db, batch, [applied(op?.opId ?? '', result)], moment)
    expect((await shownOf(db))[1]).toMatchObject({ seq: 2, quote })
  })

  test('to a message that was deleted says so, also while the deletion waits', async () => {
    const mine = messageOf(1)
    const db = await phoneWith(mine)
    await db.messages.put({ ...mine, senderId: db.userId })
    await answer(db, mine._id)
    await deleteMessage(db, { chatId, messageId: mine._id }, tap())
    expect((await shownOf(db))[1]?.quote?.message).toMatchObject({ deleted: true })
    expect((await readQuote(db, mine._id)).message).toMatchObject({ deleted: true })
    await db.messages.put({ ...mine, content: '', deletedAt: '2026-11-21T12:00:00.000Z' })
    expect((await shownOf(db))[1]?.quote?.message).toMatchObject({ content: '', deleted: true })
  })

  test('to a message that is not on this device has its place, and leads there', async () => {
    const db = await openChatPhone()
    const server = new ChatServer(db.userId)
    server.add(400)
    server.messages.push(messageOf(401, { replyTo: { _id: messageOf(3)._id, seq: 3 } }))
    await refreshChat(db, 'token', chatId)
    const [quoted] = (await shownOf(db)).flatMap(({ quote }) => quote ?? [])
    expect(quoted).toEqual({ id: messageOf(3)._id, seq: 3, message: null })
    await loadBackTo(db, 'token', { chatId, seq: 3 })
    expect(await db.messages.count()).toBe(401)
    const [known] = (await shownOf(db)).flatMap(({ quote }) => quote ?? [])
    expect(known?.message?.content).toBe('message 3')
  })

  test('is still one after it was taken back to be written again', async () => {
    const db = await phoneWith()
    await answer(db, first._id)
    const [row] = await unsentOps(db)
    expect(await editUnsent(db, row?.opId ?? '', nowMs)).toBe('draft')
    expect(await readDraft(db, chatId)).toMatchObject({ text: 'yes', replyTo: first._id })
    await saveDraft(db, { chatId, text: 'yes', file: null, at: nowMs })
    expect(await readDraft(db, chatId)).not.toHaveProperty('replyTo')
  })
})
