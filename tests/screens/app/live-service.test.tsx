import { afterEach, expect, test, vi } from 'vitest'
import type { Chat, Message } from '#contract/chat/model.ts'
import type { LiveEvent } from '#contract/events/api.ts'
import type { Notice } from '#contract/notices/api.ts'
import type { Block } from '#contract/safety/api.ts'
import { startLiveService } from '#src/app/live-service.ts'
import { sharingNews } from '#src/data/share-switch.ts'
import { openChat } from '#src/features/chat/open-chats.ts'
import { readHidden } from '#src/offline/features/safety.ts'
import { writeSession } from '#src/offline/session/session-copy.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { type Answer, ours, oursRaw } from '#tests/offline/network.ts'
import { otherTab } from '#tests/offline/other-tab.ts'
import { chatId, chatOf, otherId } from '#tests/support/chat-rows.ts'
import { messageOf } from '../chat/open-chat.tsx'
import { badGateway, says, serve } from '../fake-server.ts'
import { openPhone, setOnline } from '../phone.ts'

const sharing = { viewers: [], shares: [], lastReads: [], log: [] }
let stop = () => undefined as void

afterEach(() => {
  stop()
  vi.restoreAllMocks()
})

interface Stored {
  chat: Chat
  messages: Message[]
  notices: Notice[]
  blocks: Block[]
  /** What comes in the place of the blocks. */
  noBlocks?: Answer | undefined
}

/** What the server tells somebody of an unread chat. */
function noticeOf(createdAt: string): Notice {
  return {
    _id: '01985a3c-0000-7a10-8c00-0000000000e1',
    kind: 'message.received',
    aboutId: chatId,
    person: {
      id: otherId,
      firstname: 'Other',
      lastname: 'Test',
      userType: 'ServiceProvider',
      profileImg: null,
    },
    createdAt,
    read: false,
  }
}

/** Somebody who has opened 'Who sees what', and the stream that tells their page what changed. */
async function followed(given: Block[] = [], noBlocks?: Answer) {
  const db = await openPhone()
  await writeSession({ token: 'secret', userId: db.userId })
  await userTransaction(db, [], () => db.meta.put({ key: 'sharing', sharing, asOfMs: 1 }))
  const server: Stored = {
    chat: chatOf(db.userId),
    messages: [],
    notices: [],
    blocks: given,
    noBlocks,
  }
  let stream = Promise.withResolvers<ReadableStreamDefaultController<Uint8Array>>()
  const asked = serve({
    'GET /events': () =>
      oursRaw(new ReadableStream<Uint8Array>({ start: (opened) => stream.resolve(opened) }), {
        headers: { 'content-type': 'text/event-stream' },
      }),
    [`GET /chat/user/${db.userId}`]: says([]),
    [`GET /chat/${chatId}/messages`]: () =>
      ours({ messages: server.messages, more: false, chat: server.chat }),
    'GET /notices': () => ours({ notices: server.notices, unread: 0, next: null }),
    'GET /me/sharing': says(sharing),
    'GET /blocks': async (request) =>
      (await server.noBlocks?.(request)) ?? ours({ blocks: server.blocks, next: null }),
  })
  stop = startLiveService(db)
  let controller = await stream.promise
  return {
    /** The stream ends before it has said anything, and the next one stands when this resolves. */
    breakFirst: async () => {
      stream = Promise.withResolvers()
      controller.error(new Error('cut'))
      controller = await stream.promise
    },
    db,
    server,
    say: (event: LiveEvent) =>
      controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`)),
    times: (path: string) => asked.filter(({ url }) => new URL(url).pathname.endsWith(path)).length,
  }
}

test('a gap of the stream may have hidden that a share ended: what others show is read again', async () => {
  const { say, times } = await followed()
  const before = sharingNews.get()
  say({ type: 'resync', heads: { chats: 'a', notices: 'a' } })
  await expect.poll(() => times('/notices')).toBe(1)
  expect([sharingNews.get() - before, times('/me/sharing')]).toEqual([0, 0])
  say({ type: 'resync', heads: { chats: 'b', notices: 'b' } })
  await expect.poll(() => [times('/me/sharing'), times('/notices')]).toEqual([1, 2])
  expect(sharingNews.get() - before).toBe(1)
  // No head says that what others show has changed.
  say({ type: 'resync', heads: { chats: 'b', notices: 'b' } })
  await expect.poll(() => times('/me/sharing')).toBe(2)
})

test('a page that follows another tab, or had no stream at first, reads at its first one what it may have missed', async () => {
  const db = await openPhone()
  const before = sharingNews.get()
  const leader = otherTab(db.userId)
  await navigator.locks.request(`live:${db.userId}`, async () => {
    serve({ [`GET /chat/user/${db.userId}`]: says([]) })
    stop = startLiveService(db)
    leader.say({ say: 'alive' })
    const heads = { chats: 'a', notices: 'a' }
    leader.say({ say: 'event', event: { type: 'resync', heads } })
    await expect.poll(() => sharingNews.get()).toBe(before + 1)
    stop()
  })
  leader.close()
  const { say, times, breakFirst } = await followed()
  await breakFirst()
  say({ type: 'resync', heads: { chats: 'a', notices: 'a' } })
  await expect.poll(() => times('/me/sharing')).toBe(1)
})

test('notices that many events name at once are read once, and once more', async () => {
  const { say, times } = await followed()
  for (let news = 0; news < 5; news += 1) say({ type: 'notices' })
  say({ type: 'sharing' })
  await expect.poll(() => times('/me/sharing')).toBe(1)
  await expect.poll(() => times('/notices')).toBe(2)
  say({ type: 'sharing' })
  await expect.poll(() => times('/me/sharing')).toBe(2)
  expect(times('/notices')).toBe(2)
})

test('a message brings its notice to a page that shows what happened, and whoever reads it elsewhere takes it away', async () => {
  const { db, say, times, server } = await followed()
  // The list has no chat, and takes one away that came before it was asked for.
  await expect.poll(() => times(db.userId)).toBeGreaterThan(0)
  const message = messageOf(1)
  server.chat = chatOf(db.userId, { rev: 1, unread: 1, lastMessage: message })
  server.messages = [message]
  server.notices = [noticeOf(message.timestamp)]
  say({ type: 'chat', chatId })
  await expect.poll(() => db.notices.toArray()).toEqual(server.notices)
  say({ type: 'chat', chatId })
  await expect.poll(() => times('/messages')).toBe(2)
  server.chat = { ...server.chat, unread: 0, readSeq: 1 }
  server.notices = []
  say({ type: 'chat', chatId })
  await expect.poll(() => db.notices.count()).toBe(0)
  expect(times('/notices')).toBe(2)
})

test('what the tab with the stream could not read is read by one that is looked at', async () => {
  const { db, say, times } = await followed()
  say({ type: 'resync', heads: { chats: 'a', notices: 'a' } })
  await expect.poll(() => times('/notices')).toBe(1)
  const close = openChat(chatId)
  const other = otherTab(db.userId)
  // Others that miss something more often than it is looked at put no look off.
  const misses = setInterval(() => other.say({ say: 'missed' }), 500)
  await expect.poll(() => times('/notices')).toBe(2)
  clearInterval(misses)
  // Its list names no news of the chat that is open, which is looked at all the same.
  await expect.poll(() => times(`/chat/${chatId}/messages`)).toBeGreaterThan(0)
  const said: unknown[] = []
  other.hear((message) => said.push(message))
  say({ type: 'chat', chatId: otherId })
  await expect.poll(() => said).toContainEqual({ say: 'missed' })
  other.close()
  close()
})

test('without a stream other chats and what happened are looked at while one is open, less often than that one', async () => {
  const db = await openPhone()
  await writeSession({ token: 'secret', userId: db.userId })
  const asked = serve({
    [`GET /chat/user/${db.userId}`]: says([]),
    [`GET /chat/${chatId}/messages`]: says({
      messages: [],
      more: false,
      chat: chatOf(db.userId),
    }),
    'GET /notices': says({ notices: [], unread: 0, next: null }),
  })
  const times = (path: string) => asked.filter(({ url }) => new URL(url).pathname.endsWith(path))
  const close = openChat(chatId)
  stop = startLiveService(db)
  // Each try for a stream ends at once, more often than the chat is looked at.
  const other = otherTab(db.userId)
  const tries = setInterval(() => other.say({ say: 'over' }), 500)
  await expect.poll(() => times('/messages').length).toBeGreaterThan(1)
  clearInterval(tries)
  other.close()
  expect([times(db.userId), times('/notices')].map(({ length }) => length)).toEqual([1, 1])
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 30_000)
  setOnline(true)
  await expect.poll(() => times(db.userId).length).toBe(2)
  await expect.poll(() => times('/notices').length).toBe(2)
  // A clock that is set back holds nothing up until it has caught up.
  clock.mockReturnValue(Date.now() - 3_600_000)
  setOnline(true)
  await expect.poll(() => times(db.userId).length).toBe(3)
  await expect.poll(() => times('/notices').length).toBe(3)
  close()
})

test('a connection that ends is no longer called one by who sees what', async () => {
  const { say, times } = await followed()
  say({ type: 'connections' })
  await expect.poll(() => times('/me/sharing')).toBe(1)
})

test('somebody who was blocked on another device is hidden here from the next start on, and at once where the page is open', async () => {
  const block = { userId: otherId, name: 'Other Test', createdAt: '2026-11-21T10:00:00.000Z' }
  const first = await followed([block])
  await expect.poll(() => readHidden(first.db)).toEqual(new Set([otherId]))
  stop()
  const { db, say, times, server } = await followed()
  await expect.poll(() => times('/blocks')).toBe(1)
  server.blocks = [block]
  say({ type: 'connections' })
  await expect.poll(() => readHidden(db)).toEqual(new Set([otherId]))
})

test('somebody who was blocked on another device is hidden here too where the server was away at the start', async () => {
  const block = { userId: otherId, name: 'Other Test', createdAt: '2026-11-21T10:00:00.000Z' }
  const gate = Promise.withResolvers<undefined>()
  const answered = Promise.withResolvers<undefined>()
  const { db, say, times, server } = await followed([block], async (request) => {
    await gate.promise
    answered.resolve(undefined)
    return badGateway(request)
  })
  await expect.poll(() => times('/blocks')).toBe(1)
  // The stream stands, and has told all that it had to tell.
  say({ type: 'resync', heads: { chats: 'a', notices: 'a' } })
  await expect.poll(() => times('/notices')).toBe(1)
  gate.resolve(undefined)
  await answered.promise
  server.noBlocks = undefined
  await expect
    .poll(() => {
      window.dispatchEvent(new Event('online'))
      return readHidden(db)
    })
    .toEqual(new Set([otherId]))
  // It is read once more, not with each look.
  window.dispatchEvent(new Event('online'))
  say({ type: 'notices' })
  await expect.poll(() => times('/notices')).toBeGreaterThan(1)
  expect(times('/blocks')).toBe(2)
})
