import Dexie from 'dexie'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Chat, Message } from '#contract/chat/model.ts'
import { readDraft, saveDraft } from '#src/offline/features/chat/store.ts'
import { refreshChat, refreshChats } from '#src/offline/features/chat/sync.ts'
import { UserDatabase } from '#src/offline/storage/database.ts'
import { userDatabaseName } from '#src/offline/storage/user-storage.ts'
import { chatId, chatOf } from '#tests/support/chat-rows.ts'
import { ChatServer, messageOf, openChatPhone, plan } from './chat-phone.ts'
import { answerWith, ours } from './network.ts'
import { closePhones, nowMs, openPhone } from './phone.ts'

afterEach(closePhones)

test('a draft that an older build kept with its file is whole after the upgrade', async () => {
  const phone = await openPhone()
  const { userId } = phone
  await phone.delete()
  const older = new Dexie(userDatabaseName(userId))
  older.version(7).stores({ meta: 'key', chatDrafts: 'chatId' })
  await older.table('meta').put({ key: 'owner', userId })
  await older.table('chatDrafts').put({ chatId, text: 'Look', file: plan, at: nowMs })
  older.close()
  const db = new UserDatabase(userId)
  expect(await readDraft(db, chatId)).toEqual({ chatId, text: 'Look', file: plan, at: nowMs })
  expect((await db.chatDrafts.get(chatId))?.file).toEqual({ name: plan.name, type: plan.type })
  await db.delete()
})

describe('the file of a draft', () => {
  const photo = { name: 'photo.webp', type: 'image/webp', data: new ArrayBuffer(3) }
  const caption = 'Our plan, have a look'

  test('is written once, however many letters are typed beside it', async () => {
    const db = await openChatPhone()
    const written = vi.spyOn(db.chatDraftFiles, 'put')
    for (let length = 0; length <= caption.length; length += 1) {
      const text = caption.slice(0, length)
      await saveDraft(db, { chatId, text, file: plan, at: nowMs + length })
    }
    expect(written).toHaveBeenCalledTimes(1)
    expect(await readDraft(db, chatId)).toMatchObject({ text: caption, file: plan })
  })

  test('is the one that was chosen last', async () => {
    const db = await openChatPhone()
    for (const [at, file] of [plan, photo, plan, null, plan].entries()) {
      await saveDraft(db, { chatId, text: 'Look', file, at })
      expect((await readDraft(db, chatId))?.file ?? null).toEqual(file)
    }
  })

  test('is there when another tab has sent or changed the draft meanwhile', async () => {
    const db = await openChatPhone()
    const tab = new UserDatabase(db.userId)
    await saveDraft(db, { chatId, text: 'Loo', file: plan, at: 1 })
    await saveDraft(tab, { chatId, text: '', file: null, at: 2 })
    await saveDraft(db, { chatId, text: 'Look', file: plan, at: 3 })
    expect(await readDraft(db, chatId)).toMatchObject({ file: plan })
    await saveDraft(tab, { chatId, text: 'Look', file: photo, at: 4 })
    await saveDraft(db, { chatId, text: 'Look.', file: plan, at: 5 })
    expect(await readDraft(db, chatId)).toMatchObject({ text: 'Look.', file: plan })
    tab.close()
  })
})

test('a list of chats that says the same again writes none, and of two with the same number the one that says something else', async () => {
  const db = await openPhone()
  const server = new ChatServer(db.userId)
  const quiet = chatOf(db.userId, { _id: '01985a3c-0000-7a10-8c00-0000000000c2' })
  server.chats = [chatOf(db.userId), quiet]
  await refreshChats(db, 't', nowMs)
  const written = vi.spyOn(db.chats, 'bulkPut')
  await refreshChats(db, 't', nowMs)
  expect(written.mock.calls.flatMap(([chats]) => chats)).toEqual([])
  const blocked = { ...quiet, state: 'blocked' as const }
  server.chats = [chatOf(db.userId), blocked]
  await refreshChats(db, 't', nowMs)
  expect(written.mock.calls.flatMap(([chats]) => chats)).toEqual([blocked])
  expect(await db.chats.get(quiet._id)).toEqual(blocked)
})

test('a list of chats that comes after what was read later takes nothing back of it', async () => {
  const db = await openChatPhone()
  const other = '01985a3c-0000-7a10-8c00-0000000000c2'
  const unread = [chatOf(db.userId, { unread: 3, readSeq: 9 }), chatOf(db.userId, { _id: other })]
  const read = chatOf(db.userId, { unread: 0, readSeq: 12, state: 'ended' })
  const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  answerWith(async ({ url }) => {
    if (url.includes('/messages')) return ours({ messages: [], more: false, chat: read })
    asked.resolve()
    await held.promise
    return ours(unread)
  })
  const list = refreshChats(db, 't', nowMs)
  await asked.promise
  await refreshChat(db, 't', chatId)
  held.resolve()
  await list
  expect(await db.chats.get(chatId)).toEqual(read)
  expect(await db.chats.get(other)).toEqual(unread[1])
  await refreshChats(db, 't', nowMs)
  expect(await db.chats.get(chatId)).toEqual(unread[0])
})

test('a chat that is gone does not come back with a list from before, and one that is back stays', async () => {
  const db = await openChatPhone()
  const gone = { code: 'not_found', message: 'Not found' }
  const later = { gone: ours(gone, { status: 404 }), back: pageOf(chatOf(db.userId)) }
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  for (const [list, page, left] of [
    [[chatOf(db.userId)], later.gone, 0],
    [[], later.back, 1],
  ] as const) {
    await db.chats.put(chatOf(db.userId))
    const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    answerWith(async ({ url }) => {
      if (url.includes('/messages')) return page
      asked.resolve()
      await held.promise
      return ours(list)
    })
    const reading = refreshChats(db, 't', nowMs)
    await asked.promise
    await refreshChat(db, 't', chatId).catch(() => undefined)
    held.resolve()
    await reading
    expect(await db.chats.count()).toBe(left)
  }
  logged.mockRestore()
})

test('whoever was shut out of a chat while its messages were on their way does not get them', async () => {
  const db = await openChatPhone()
  await db.chatPlaces.clear()
  const shut = chatOf(db.userId, { state: 'ended', reads: 'own' })
  const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const pages = [pageOf(chatOf(db.userId), [messageOf(1)]), pageOf(shut)]
  answerWith(async ({ url }) => {
    if (!url.includes('/messages')) return ours([shut])
    const page = pages.shift() ?? pageOf(shut)
    asked.resolve()
    await held.promise
    return page
  })
  const reading = refreshChat(db, 't', chatId)
  await asked.promise
  await refreshChats(db, 't', nowMs)
  held.resolve()
  await reading
  expect(await db.chats.get(chatId)).toEqual(shut)
  expect(await db.messages.count()).toBe(0)
})

function pageOf(chat: Chat, messages: readonly Message[] = []): Response {
  return ours({ messages, more: false, chat })
}
