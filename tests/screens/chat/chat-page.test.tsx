import { expect, test } from 'vitest'
import * as m from '#src/i18n/paraglide/messages.js'
import { tapMoment } from '#src/offline/engine/tap-moment.ts'
import { sendMessage } from '#src/offline/features/chat/send.ts'
import { forgetChat, forgettingTables } from '#src/offline/features/chat/store.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
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
  await expect.element(toasts.getByText(m.chat_older_failed())).toBeVisible()
  await db.messages.bulkPut(some(51, 60))
  await expect.element(screen.getByText('message 60')).toBeInViewport()
})
