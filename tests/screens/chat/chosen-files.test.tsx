import { afterEach, expect, test, vi } from 'vitest'
import * as m from '#src/i18n/paraglide/messages.js'
import { tapMoment } from '#src/offline/engine/tap-moment.ts'
import { sendMessage } from '#src/offline/features/chat/send.ts'
import { readDraft, saveDraft } from '#src/offline/features/chat/store.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { chatId } from '#tests/support/chat-rows.ts'
import { recorded, withMicrophone } from './microphone.ts'
import { messageOf, openChat, press, showChat } from './open-chat.tsx'

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Chooses a file as the picker of the system does. */
function choose(name: string): void {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('There is no way to a file')
  const files = new DataTransfer()
  files.items.add(new File([png], name))
  input.files = files.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Chooses a file that the phone has to fetch first; gives what fetches it. */
function chooseSlow(name: string): () => Promise<void> {
  const gate = Promise.withResolvers<undefined>()
  const read = vi.spyOn(Blob.prototype, 'arrayBuffer')
  const late = gate.promise.then(() => png.slice().buffer)
  read.mockReturnValueOnce(late)
  choose(name)
  return async () => {
    gate.resolve(undefined)
    await late
    // What follows from it is being written by now: a read comes behind that.
    await new Promise(requestAnimationFrame)
  }
}

test('a voice note is not given away for a file that is chosen after it', async () => {
  const db = await openChat([messageOf(1)])
  const voice = { name: 'Voice note.webm', type: 'audio/webm', data: png.buffer, voiceMs: 7_000 }
  await saveDraft(db, { chatId, text: '', file: voice, at: 1 })
  const screen = await showChat(db)
  const note = screen.getByRole('button', { name: m.chat_file_remove({ name: m.chat_voice() }) })
  await expect.element(note).toBeVisible()
  choose('cat.png')
  await expect.element(screen.getByRole('alert')).toHaveTextContent(m.chat_voice_in_the_way())
  await expect.element(note).toBeVisible()
  expect((await db.chatDrafts.get(chatId))?.file).toMatchObject({ voiceMs: 7_000 })
})

test('of two files the one chosen last stays, however long the first takes', async () => {
  const db = await openChat([messageOf(1)])
  const screen = await showChat(db)
  await expect.element(screen.getByRole('textbox')).toBeVisible()
  const fetched = chooseSlow('slow.png')
  choose('fast.png')
  const remove = screen.getByRole('button', { name: m.chat_file_remove({ name: 'fast.png' }) })
  await expect.element(remove).toBeVisible()
  await fetched()
  await expect.element(remove).toBeVisible()
  expect((await readDraft(db, chatId))?.file?.name).toBe('fast.png')
})

/** A chat with a message that was refused. */
async function openRefused() {
  const db = await openChat([messageOf(1)])
  const tap = tapMoment({ epochMs: Date.now(), opId: crypto.randomUUID() })
  await sendMessage(db, { chatId, content: 'Hello', file: null }, tap)
  await userTransaction(db, [db.outbox], () => db.outbox.toCollection().modify({ state: 'dead' }))
  return db
}

test('a file that comes late takes nothing from the message that was opened for editing meanwhile', async () => {
  const db = await openRefused()
  const screen = await showChat(db)
  await expect.element(screen.getByRole('textbox')).toBeVisible()
  const fetched = chooseSlow('slow.png')
  await screen.getByRole('button', { name: m.chat_edit() }).click()
  await expect.element(screen.getByRole('textbox')).toHaveValue('Hello')
  await fetched()
  expect(await readDraft(db, chatId)).toMatchObject({ text: 'Hello', file: null })
})

test('while a voice note is on its way into the box no file and no edited message takes its place, and both say why', async () => {
  withMicrophone()
  const db = await openRefused()
  const screen = await showChat(db)
  await expect.element(screen.getByRole('textbox')).toBeVisible()
  const fetched = chooseSlow('slow.png')
  const record = screen.getByRole('button', { name: m.chat_voice_record() })
  await expect.element(record).toBeVisible()
  press(m.chat_voice_record())
  const finish = screen.getByRole('button', { name: m.chat_voice_stop() })
  await expect.element(finish).toBeVisible()
  const gate = Promise.withResolvers<ArrayBuffer>()
  vi.spyOn(Blob.prototype, 'arrayBuffer').mockReturnValueOnce(gate.promise)
  press(m.chat_voice_stop())
  await expect.element(screen.getByRole('textbox')).toBeVisible()
  press(m.chat_edit())
  await expect.element(screen.getByText(m.chat_recording_in_the_way())).toBeVisible()
  await fetched()
  const refused = screen.getByRole('alert')
  await expect.element(refused).toHaveTextContent(m.chat_recording_in_the_way())
  gate.resolve(recorded.slice().buffer)
  const note = screen.getByRole('button', { name: m.chat_file_remove({ name: m.chat_voice() }) })
  await expect.element(note).toBeVisible()
  await expect.element(refused).toHaveTextContent(m.chat_voice_in_the_way())
  expect(await db.outbox.count()).toBe(1)
  expect((await readDraft(db, chatId))?.file).toMatchObject({ voiceMs: 2_020 })
})

test('while a voice note is on its way into the box no second one begins, and the focus has a place', async () => {
  const opens = withMicrophone()
  const db = await openChat([messageOf(1)])
  const screen = await showChat(db)
  const record = screen.getByRole('button', { name: m.chat_voice_record() })
  await expect.element(record).toBeVisible()
  press(m.chat_voice_record())
  await expect.element(screen.getByRole('button', { name: m.chat_voice_stop() })).toBeVisible()
  const gate = Promise.withResolvers<ArrayBuffer>()
  vi.spyOn(Blob.prototype, 'arrayBuffer').mockReturnValueOnce(gate.promise)
  press(m.chat_voice_stop())
  await expect.element(record).toHaveAttribute('aria-disabled', 'true')
  await expect.element(record).toHaveFocus()
  press(m.chat_voice_record())
  await expect.element(record).toHaveFocus()
  gate.resolve(recorded.slice().buffer)
  // No browser plays so little, so what takes it away has the focus.
  const remove = screen.getByRole('button', { name: m.chat_file_remove({ name: m.chat_voice() }) })
  await expect.element(remove).toHaveFocus()
  expect(opens).toHaveBeenCalledTimes(1)
})
