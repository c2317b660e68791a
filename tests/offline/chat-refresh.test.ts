import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Chat } from '#contract/chat/model.ts'
import {
  createChatSync,
  loadOlder,
  refreshChat,
  refreshChats,
} from '#src/offline/features/chat/sync.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { chatId, chatOf } from '#tests/support/chat-rows.ts'
import { ChatServer, messageOf, openChatPhone } from './chat-phone.ts'
import { removeCaches } from './fake-caches.ts'
import { answerWith, noNetwork, ours } from './network.ts'
import { closePhones, nowMs, openPhone } from './phone.ts'
import { installCacheStorage } from './stored-responses.ts'

afterEach(closePhones)

/** Holds back the answer to the first call whose address has a part; the server has made it by then. */
function holdAnswer(part: string): { readonly asked: Promise<void>; readonly release: () => void } {
  const network = globalThis.fetch
  const asked = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  globalThis.fetch = async (input, init) => {
    const response = await network(input, init)
    if (!new Request(input, init).url.includes(part)) return response
    asked.resolve()
    await held.promise
    return response
  }
  return { asked: asked.promise, release: () => held.resolve() }
}

const token = 't'
/** More than a page of the list has. */
const manyChats = (userId: string) =>
  Array.from({ length: 250 }, (_, index) =>
    chatOf(userId, { _id: `01985a3c-0000-7a10-8c00-${String(index).padStart(12, '0')}` }),
  )
const placesOf = async (db: UserDatabase) =>
  (await db.messages.orderBy('[chatId+seq]').toArray()).map(({ seq }) => seq)
const from = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

test('what could not be read is logged in the words of the specification, and everything stays', async () => {
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const db = await openChatPhone()
  new ChatServer(db.userId).add(3)
  await refreshChat(db, token, chatId)
  answerWith(noNetwork)
  await expect(refreshChats(db, token, nowMs)).rejects.toThrow('No answer')
  await expect(refreshChat(db, token, chatId)).rejects.toThrow('No answer')
  const texts = logged.mock.calls.map(([text]) => text)
  expect(texts).toEqual(['Failed to fetch chats', 'Failed to fetch messages'])
  expect(await placesOf(db)).toEqual(from(1, 3))
  expect(await db.chats.count()).toBe(1)
  logged.mockRestore()
})

describe('a chat that is read', () => {
  test('for the first time has its newest messages, and knows of older ones', async () => {
    const db = await openPhone()
    const server = new ChatServer(db.userId)
    server.add(120)
    await refreshChat(db, token, chatId)
    expect(await placesOf(db)).toEqual(from(61, 120))
    expect(await db.chatPlaces.get(chatId)).toMatchObject({
      cursor: 120,
      oldestSeq: 61,
      older: true,
    })
  })

  test('again asks only for what has changed since', async () => {
    const db = await openPhone()
    const server = new ChatServer(db.userId)
    server.add(3)
    await refreshChat(db, token, chatId)
    server.add(450)
    await refreshChat(db, token, chatId)
    expect(await placesOf(db)).toEqual(from(1, 453))
    expect(server.asked).toEqual([
      'GET messages limit=60',
      'GET messages after=3&limit=200',
      'GET messages after=203&limit=200',
      'GET messages after=403&limit=200',
    ])
    await refreshChat(db, token, chatId)
    expect(server.asked.at(-1)).toBe('GET messages after=453&limit=200')
  })

  test('learns of deletions, and keeps no hole for those it never had', async () => {
    const db = await openPhone()
    const server = new ChatServer(db.userId)
    server.add(70)
    await refreshChat(db, token, chatId)
    await db.keptFiles.put({
      messageId: messageOf(30)._id,
      type: 'x',
      data: new ArrayBuffer(1),
      bytes: 1,
      usedAt: 1,
    })
    server.erase(30)
    server.erase(5)
    await refreshChat(db, token, chatId)
    expect(await db.messages.get(messageOf(30)._id)).toMatchObject({ content: '', rev: 71 })
    expect(await db.keptFiles.count()).toBe(0)
    expect(await placesOf(db)).toEqual(from(11, 70))
    expect((await db.chatPlaces.get(chatId))?.cursor).toBe(72)
  })

  test('goes back page by page to its beginning', async () => {
    const db = await openPhone()
    new ChatServer(db.userId).add(140)
    expect(await loadOlder(db, token, chatId)).toBe('all')
    await refreshChat(db, token, chatId)
    expect(await loadOlder(db, token, chatId)).toBe('more')
    expect(await placesOf(db)).toEqual(from(21, 140))
    expect(await loadOlder(db, token, chatId)).toBe('all')
    expect(await placesOf(db)).toEqual(from(1, 140))
    expect(await loadOlder(db, token, chatId)).toBe('all')
  })

  test('by two tabs at once is whole', async () => {
    const db = await openPhone()
    const server = new ChatServer(db.userId)
    server.add(80)
    await Promise.all([refreshChat(db, token, chatId), refreshChat(db, token, chatId)])
    server.add(300)
    await Promise.all([
      refreshChat(db, token, chatId),
      loadOlder(db, token, chatId),
      refreshChat(db, token, chatId),
    ])
    expect(await placesOf(db)).toEqual(from(1, 380))
    expect(await db.chatPlaces.get(chatId)).toMatchObject({ cursor: 380, oldestSeq: 1 })
  })

  test('learns of a deletion while older messages are on their way, whichever comes first', async () => {
    for (const first of ['older', 'deletion']) {
      const db = await openPhone()
      const server = new ChatServer(db.userId)
      server.add(80)
      await refreshChat(db, token, chatId)
      const older = holdAnswer('before=')
      const loading = loadOlder(db, token, chatId)
      await older.asked
      server.erase(10)
      const news = holdAnswer('after=')
      const reading = refreshChat(db, token, chatId)
      await news.asked
      const inOrder = [
        { answer: older, read: loading },
        { answer: news, read: reading },
      ]
      for (const { answer, read } of first === 'older' ? inOrder : inOrder.toReversed()) {
        answer.release()
        await read
      }
      expect(await placesOf(db)).toEqual(from(1, 80))
      expect(await db.messages.get(messageOf(10)._id)).toMatchObject({ content: '', rev: 81 })
    }
  })

  test('stays away when it went from the device while older messages were on their way', async () => {
    const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const db = await openPhone()
    new ChatServer(db.userId).add(80)
    await refreshChat(db, token, chatId)
    const older = holdAnswer('before=')
    const loading = loadOlder(db, token, chatId)
    await older.asked
    answerWith(() => ours({ code: 'not_found', message: 'Not found.' }, { status: 404 }))
    await expect(refreshChat(db, token, chatId)).rejects.toThrow('Not found.')
    older.release()
    expect(await loading).toBe('all')
    expect([await db.messages.count(), await db.chatPlaces.count()]).toEqual([0, 0])
    logged.mockRestore()
  })

  test('is not there again when it went from the device while its changes were on their way', async () => {
    const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const db = await openPhone()
    const server = new ChatServer(db.userId)
    server.add(3)
    await refreshChat(db, token, chatId)
    server.add(1)
    const news = holdAnswer('after=')
    const reading = refreshChat(db, token, chatId)
    await news.asked
    answerWith(() => ours({ code: 'not_found', message: 'Not found.' }, { status: 404 }))
    await expect(refreshChat(db, token, chatId)).rejects.toThrow('Not found.')
    answerWith(noNetwork)
    news.release()
    await expect(reading).rejects.toThrow('No answer')
    expect([await db.messages.count(), await db.chats.count()]).toEqual([0, 0])
    logged.mockRestore()
  })

  test('never lets an older answer take the place of a newer one', async () => {
    const db = await openPhone()
    const stale = messageOf(1)
    await db.messages.put({ ...stale, rev: 9, content: '', deletedAt: '2026-11-21T12:00:00.000Z' })
    answerWith(() => ours({ messages: [stale], more: false, chat: chatOf(db.userId, { rev: 1 }) }))
    await refreshChat(db, token, chatId)
    expect((await db.messages.get(stale._id))?.rev).toBe(9)
  })

  test('stays as it is without a network', async () => {
    const db = await openPhone()
    new ChatServer(db.userId).add(3)
    await refreshChat(db, token, chatId)
    answerWith(noNetwork)
    await expect(refreshChat(db, token, chatId)).rejects.toThrow('No answer')
    expect(await placesOf(db)).toEqual([1, 2, 3])
  })
})

describe('the list of chats', () => {
  test('is read to its end, and what is gone goes from the device but for what was never sent', async () => {
    const gone = '01985a3c-0000-7a10-8c00-0000000000dd'
    const db = await openChatPhone()
    await db.chats.put(chatOf(db.userId, { _id: gone }))
    await db.messages.put(messageOf(1, { chatId: gone }))
    await db.chatDrafts.put({ chatId: gone, text: 'unsent', file: null, at: nowMs })
    const server = new ChatServer(db.userId)
    server.chats = manyChats(db.userId)
    await refreshChats(db, token, nowMs)
    expect(await db.chats.count()).toBe(250)
    expect(await db.chats.get(gone)).toBeUndefined()
    expect(await placesOf(db)).toEqual([])
    expect(await db.chatDrafts.count()).toBe(1)
    expect(await db.meta.get('chatsAsOf')).toMatchObject({ asOfMs: nowMs })
  })

  test('of several pages forgets no chat that moves up from one to another meanwhile', async () => {
    const db = await openPhone()
    const server = new ChatServer(db.userId)
    server.chats = manyChats(db.userId)
    await refreshChats(db, token, nowMs)
    const first = holdAnswer('limit=200')
    const reading = refreshChats(db, token, nowMs)
    await first.asked
    const moved = server.chats.splice(220, 1)
    server.chats = [...moved, ...server.chats]
    first.release()
    await reading
    expect(await db.chats.count()).toBe(250)
  })

  test('that was on its way when a chat came leaves it there', async () => {
    const db = await openPhone()
    const server = new ChatServer(db.userId)
    server.chats = manyChats(db.userId).slice(0, 1)
    const list = holdAnswer('limit=200')
    const reading = refreshChats(db, token, nowMs)
    await list.asked
    server.chats = [chatOf(db.userId), ...server.chats]
    await db.chats.put(chatOf(db.userId))
    list.release()
    await reading
    expect(await db.chats.count()).toBe(2)
  })

  test('names the chats that have changed', async () => {
    const db = await openPhone()
    const server = new ChatServer(db.userId)
    server.add(2)
    expect((await refreshChats(db, token, nowMs)).map(({ _id }) => _id)).toEqual([chatId])
    await refreshChat(db, token, chatId)
    expect(await refreshChats(db, token, nowMs)).toEqual([])
  })

  test('comes without the away hours in a time zone that the device does not know', async () => {
    const db = await openPhone()
    const away = { from: '21:00', to: '07:00', timeZone: 'Mars/Olympus' }
    answerWith(() => ours([{ ...chatOf(db.userId), away }]))
    expect(await refreshChats(db, token, nowMs)).toMatchObject([{ _id: chatId, away: null }])
  })

  test('is left alone by an answer that breaks off in the middle', async () => {
    const db = await openChatPhone()
    const page = Array.from({ length: 200 }, (_, index) =>
      chatOf(db.userId, { _id: `01985a3c-0000-7a10-8c00-${String(index).padStart(12, '0')}` }),
    )
    answerWith(() => ours(page), noNetwork)
    await expect(refreshChats(db, token, nowMs)).rejects.toThrow('No answer')
    expect(await db.chats.toCollection().primaryKeys()).toEqual([chatId])
  })
})

describe('a chat that the person may no longer read', () => {
  const keep = (db: UserDatabase, seq: number) =>
    db.keptFiles.put({
      messageId: messageOf(seq)._id,
      type: 'x',
      data: new ArrayBuffer(1),
      bytes: 1,
      usedAt: 1,
    })
  const face = '01985a3c-0000-7a10-8c00-0000000000fa.webp'
  const withFace = (db: UserDatabase, given: Partial<Chat> = {}) => {
    const chat = chatOf(db.userId, given)
    const [me, other] = chat.members
    return { ...chat, members: [me!, { ...other!, profileImg: face }] }
  }
  const goneAnswer = () => ours({ code: 'not_found', message: 'Not found.' }, { status: 404 })

  test.each([
    ['is not in the list any more', async (db: UserDatabase) => refreshChats(db, token, nowMs)],
    ['is not there when it is opened', async (db: UserDatabase) => refreshChat(db, token, chatId)],
  ])('leaves the device with its files and pictures when it %s', async (_, read) => {
    const stored = installCacheStorage()
    const db = await openChatPhone()
    const server = new ChatServer(db.userId)
    server.add(3)
    await refreshChat(db, token, chatId)
    await db.chats.put(withFace(db, { rev: 3 }))
    await keep(db, 2)
    await db.chatReads.put({ chatId, seq: 2, sent: true })
    const cache = await caches.open('private-images')
    const key = new URL(`/profile-images/${face}`, self.location.origin).href
    await cache.put(key, new Response('face'))
    answerWith(goneAnswer)
    await read(db).catch(() => undefined)
    const left = [db.chats, db.messages, db.keptFiles, db.chatPlaces, db.chatReads]
    expect(await Promise.all(left.map((table) => table.count()))).toEqual([0, 0, 0, 0, 0])
    expect(await caches.match(key, { cacheName: 'private-images' })).toBeUndefined()
    expect(stored).toBeDefined()
    removeCaches()
  })

  test('but for their own words keeps those alone, and has all of it again once it may', async () => {
    const db = await openChatPhone()
    const server = new ChatServer(db.userId)
    server.add(4)
    await refreshChat(db, token, chatId)
    await db.messages.update(messageOf(2)._id, { senderId: db.userId })
    await keep(db, 3)
    const mine = messageOf(2, { senderId: db.userId })
    const own = chatOf(db.userId, { rev: 4, state: 'ended', reads: 'own', lastMessage: mine })
    answerWith(() => ours([own]))
    await refreshChats(db, token, nowMs)
    expect(await placesOf(db)).toEqual([2])
    expect(await db.keptFiles.count()).toBe(0)
    expect((await db.chats.get(chatId))?.lastMessage?.seq).toBe(2)

    const whole = chatOf(db.userId, { rev: 4, state: 'ended', reads: 'all' })
    const messages = [1, 2, 3, 4].map((seq) => messageOf(seq))
    answerWith(
      () => ours([whole]),
      () => ours({ messages, more: false, chat: whole }),
    )
    const changed = await refreshChats(db, token, nowMs)
    expect(changed.map(({ _id }) => _id)).toEqual([chatId])
    await refreshChat(db, token, chatId)
    expect(await placesOf(db)).toEqual([1, 2, 3, 4])
  })

  test('is read from its newest message on when an open chat learns of it', async () => {
    const db = await openChatPhone()
    const server = new ChatServer(db.userId)
    server.add(3)
    await refreshChat(db, token, chatId)
    const own = chatOf(db.userId, { rev: 3, reads: 'own' })
    const mine = messageOf(2, { senderId: db.userId })
    answerWith(
      () => ours({ messages: [], more: false, chat: own }),
      () => ours({ messages: [mine], more: false, chat: own }),
    )
    await refreshChat(db, token, chatId)
    expect(await placesOf(db)).toEqual([2])
    expect(await db.chatPlaces.get(chatId)).toMatchObject({ cursor: 3, oldestSeq: 2 })
  })
})

test('what is asked for many times at once is read once, and once more', async () => {
  const db = await openPhone()
  const server = new ChatServer(db.userId)
  server.add(1)
  const sync = createChatSync({ db, call: (work) => work(token), now: () => nowMs })
  await Promise.all(Array.from({ length: 10 }, () => sync.chat(chatId)))
  expect(server.asked).toHaveLength(2)
  await sync.all()
  expect(server.asked.slice(2)).toEqual([`GET ${db.userId} limit=200`])
})
