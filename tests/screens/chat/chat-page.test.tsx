import { expect, test } from 'vitest'
import * as m from '#src/i18n/paraglide/messages.js'
import { tapMoment } from '#src/offline/engine/tap-moment.ts'
import { sendMessage } from '#src/offline/features/chat/send.ts'
import { forgetChat, forgettingTables } from '#src/offline/features/chat/store.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { currentToasts } from '#src/ui/message/toast.tsx'
import { answerWith, noNetwork, ours } from '#tests/offline/network.ts'
import { chatId, chatOf } from '#tests/support/chat-rows.ts'
import { says, serve } from '../fake-server.ts'
import { openPhone } from '../phone.ts'
import { messageOf, openChat, showChat } from './open-chat.tsx'

test('a chat that goes from the device while it is open says that it is not there', async () => {
  const db = await openPhone()
  const chat = chatOf(db.userId, { rev: 1, lastMessage: messageOf(1) })
  serve({ [`GET /chat/${chatId}/messages`]: says({ messages: [messageOf(1)], more: false, chat }) })
  const screen = await showChat(db)
  await expect.element(screen.getByText('message 1')).toBeVisible()
  await userTransaction(db, forgettingTables(db), () => forgetChat(db, chatId))
  await expect.element(screen.getByText(m.chat_missing_title())).toBeVisible()
})

test('a message that may be there is copied and not edited, however long it waits', async () => {
  const db = await openChat([messageOf(1)])
  const tap = tapMoment({ epochMs: Date.now(), opId: crypto.randomUUID() })
  await sendMessage(db, { chatId, content: 'Hello', file: null }, tap)
  await db.outbox.toCollection().modify({ state: 'asks' })
  const screen = await showChat(db)
  const edit = screen.getByRole('button', { name: m.chat_edit() })
  await expect.element(edit).toBeVisible()
  await db.outbox.toCollection().modify({ unanswered: true })
  await expect.element(screen.getByRole('button', { name: m.chat_copy() })).toBeVisible()
  await expect.element(edit).not.toBeInTheDocument()
})

const some = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => messageOf(first + index))
const replyTo = { _id: messageOf(1)._id, seq: 1 }

test('a quote leads to its message, however far back that is', async () => {
  const screen = await showChat(await openChat([...some(1, 199), messageOf(200, { replyTo })]))
  await expect.element(screen.getByText('message 200')).toBeInViewport()
  await screen.getByTitle(m.chat_quote_open()).click()
  await expect.element(screen.getByText('message 1', { exact: true })).toBeInViewport()
})

test('a quote whose message cannot be fetched says so, and what comes next is seen', async () => {
  const db = await openChat([...some(10, 49), messageOf(50, { replyTo })])
  await db.chatPlaces.update(chatId, { older: true })
  const screen = await showChat(db)
  await expect.element(screen.getByText('message 50')).toBeInViewport()
  await screen.getByTitle(m.chat_quote_open()).click()
  const toasts = screen.getByRole('region', { name: m.ui_toasts() })
  await expect.element(toasts.getByText(m.chat_older_offline())).toBeVisible()
  await db.messages.bulkPut(some(51, 60))
  await expect.element(screen.getByText('message 60')).toBeInViewport()
})

test('of two quotes the one that was asked for last is led to, also where the other cannot be fetched', async () => {
  const quotes = [1, 2].map((seq) => {
    const asked = { _id: messageOf(seq)._id, seq }
    return messageOf(48 + seq, { replyTo: asked })
  })
  const db = await openChat([...some(10, 48), ...quotes])
  await db.chatPlaces.update(chatId, { older: true })
  const [failing, coming] = [Promise.withResolvers<never>(), Promise.withResolvers<void>()]
  const older = { messages: some(1, 9), more: false, chat: chatOf(db.userId, { rev: 9 }) }
  const asked: string[] = []
  answerWith(async ({ url }) => {
    if (!url.includes('before=')) return await noNetwork()
    asked.push(url)
    if (asked.length === 1) return await failing.promise
    await coming.promise
    return ours(older)
  })
  const screen = await showChat(db)
  await expect.element(screen.getByText('message 50')).toBeInViewport()
  for (const index of [0, 1]) {
    await screen.getByTitle(m.chat_quote_open()).nth(index).click()
    await expect.poll(() => asked).toHaveLength(index + 1)
  }
  failing.reject(new TypeError('Failed to fetch'))
  await expect.element(screen.getByText(m.chat_older_offline())).toBeInTheDocument()
  expect(currentToasts()).toEqual([])
  coming.resolve()
  await expect.element(screen.getByText('message 2', { exact: true }).first()).toBeInViewport()
})
