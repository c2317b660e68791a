import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { router } from '#src/app/router.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { unsentOps } from '#src/offline/engine/outbox.ts'
import { tapMoment } from '#src/offline/engine/tap-moment.ts'
import { sendMessage } from '#src/offline/features/chat/send.ts'
import { readDraft, saveDraft } from '#src/offline/features/chat/store.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { notifySession } from '#src/session/session.ts'
import { chatId } from '#tests/support/chat-rows.ts'
import { renderApp } from '../render-app.tsx'
import { messageOf, openChat, showChat } from './open-chat.tsx'

test('a message that was not sent is in the box where it is corrected, also of a chat that a pointer rested on before', async () => {
  const db = await openChat([messageOf(1)])
  notifySession()
  await sendMessage(
    db,
    { chatId, content: 'Hello', file: null },
    tapMoment({ epochMs: Date.now(), opId: crypto.randomUUID() }),
  )
  await userTransaction(db, [db.outbox], () => db.outbox.toCollection().modify({ state: 'dead' }))
  const screen = await renderApp('/not-sent')
  await router.preloadRoute({ to: '/chats/$chatId', params: { chatId } })
  await screen.getByRole('button', { name: m.sync_edit(), exact: false }).click()
  await screen.getByRole('button', { name: m.chat_reopen() }).click()
  await expect.element(screen.getByRole('textbox')).toHaveValue('Hello')
  expect(await unsentOps(db)).toEqual([])
})

test('a chat that can be written in again has what was typed since it was opened, and nothing that was sent', async () => {
  const db = await openChat([messageOf(1)])
  await saveDraft(db, { chatId, text: 'sent long ago', file: null, at: 1 })
  const screen = await showChat(db)
  const box = screen.getByRole('textbox')
  const closeAndOpen = async () => {
    await db.chats.update(chatId, { state: 'unavailable' })
    await expect.poll(() => box.elements()).toHaveLength(0)
    await db.chats.update(chatId, { state: 'open' })
  }
  await expect.element(box).toHaveValue('sent long ago')
  const send = screen.getByRole('button', { name: m.chat_send() }).element()
  if (send instanceof HTMLElement) send.click()
  await expect.element(box).toHaveValue('')
  await closeAndOpen()
  await expect.element(box).toHaveValue('')
  await box.fill('not yet said')
  await expect.poll(async () => (await db.chatDrafts.get(chatId))?.text).toBe('not yet said')
  await closeAndOpen()
  await expect.element(box).toHaveValue('not yet said')
})

test('what another tab writes to a chat is in the box of this one too, and no letter takes its place', async () => {
  const db = await openChat([messageOf(1)])
  const screen = await showChat(db)
  const box = screen.getByRole('textbox')
  await expect.element(box).toHaveValue('')
  const file = { name: 'plan.pdf', type: 'application/pdf', data: new ArrayBuffer(3) }
  await saveDraft(db, { chatId, text: 'long', file, at: 1 })
  await userEvent.type(box, 'x')
  // The letter may come before the box has heard of it.
  const both = { text: expect.stringMatching(/^long\n?x$/), file }
  await expect.poll(() => readDraft(db, chatId)).toMatchObject(both)
  await expect.element(box).toHaveValue((await readDraft(db, chatId))?.text)
})

test('what another tab has sent or taken away leaves the box of this one', async () => {
  const db = await openChat([messageOf(1)])
  await saveDraft(db, { chatId, text: 'Hello', file: null, at: 1 })
  const screen = await showChat(db)
  await expect.element(screen.getByRole('textbox')).toHaveValue('Hello')
  const tap = tapMoment({ epochMs: Date.now(), opId: crypto.randomUUID() })
  await sendMessage(db, { chatId, content: 'Hello', file: null }, tap)
  await expect.element(screen.getByRole('textbox')).toHaveValue('')
})

test('what is taken off a message leaves the focus in the words', async () => {
  const db = await openChat([messageOf(1)])
  await saveDraft(db, { chatId, text: 'yes', file: null, replyTo: messageOf(1)._id, at: 1 })
  const screen = await showChat(db)
  const drop = screen.getByRole('button', { name: m.chat_reply_drop() })
  await expect.element(drop).toBeVisible()
  await drop.click()
  await expect.element(drop).not.toBeInTheDocument()
  await expect.poll(() => document.activeElement?.closest('form')).not.toBeNull()
})
