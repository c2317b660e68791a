import { afterEach, expect, test } from 'vitest'
import { createDraftBox } from '#src/features/chat/composer/draft-box.ts'
import { unsentOps } from '#src/offline/engine/outbox.ts'
import { sendMessage } from '#src/offline/features/chat/send.ts'
import { readDraft, saveDraft } from '#src/offline/features/chat/store.ts'
import { openChatPhone, plan } from '#tests/offline/chat-phone.ts'
import { closePhones, tap } from '#tests/offline/phone.ts'
import { chatId } from '#tests/support/chat-rows.ts'

afterEach(closePhones)

const photo = { name: 'photo.webp', type: 'image/webp', data: new ArrayBuffer(3) }

/** The box of a chat in one tab, over a device whose other tabs store drafts too. */
async function openBox(text = '') {
  const db = await openChatPhone()
  const other = (words: string, file: typeof plan | null = null) =>
    saveDraft(db, { chatId, text: words, file, at: 1 })
  if (text) await other(text)
  const quiet = () => undefined
  const parts = { show: quiet, onTrouble: quiet, onStored: quiet }
  const tab = createDraftBox({ db, chatId, draft: await readDraft(db, chatId) }, parts)
  const type = (words: string) => tab.box.change({ ...tab.box.written(), text: words })
  const send = () =>
    tab.box.send(async ({ text: content, file }) => {
      await tab.sendDraft((draftAt) =>
        sendMessage(db, { chatId, content, file }, { ...tap(), draftAt }),
      )
      return undefined
    })
  return { ...tab, db, other, type, send }
}

test('a letter comes behind what another tab has stored since, in the box and on the device', async () => {
  const { box, db, other, type, catchUp } = await openBox()
  await other('long', plan)
  type('x')
  await catchUp()
  await catchUp()
  expect(box.written()).toMatchObject({ text: 'long\nx', file: plan })
  expect(await readDraft(db, chatId)).toMatchObject({ text: 'long\nx', file: plan })
  type('long\nxy')
  await catchUp()
  expect(await readDraft(db, chatId)).toMatchObject({ text: 'long\nxy', file: plan })
})

test('of two files for one message the voice note stays, and else the one that is on the device', async () => {
  const voice = { ...photo, name: 'Voice note.webm', voiceMs: 7_000 }
  for (const [file, stays] of [
    [photo, plan],
    [voice, voice],
  ] as const) {
    const { box, other, catchUp } = await openBox()
    await other('', plan)
    box.change({ text: 'x', file })
    await catchUp()
    expect(box.written().file).toMatchObject(stays)
  }
})

test('a box that holds nothing but what is stored follows the other tabs, and what is typed meanwhile stays', async () => {
  const { box, db, other, type, catchUp } = await openBox('Hel')
  await saveDraft(db, { chatId, text: 'Hello', file: null, at: 2 })
  await catchUp()
  expect(box.written().text).toBe('Hello')
  type('Hello ')
  type(' ')
  await catchUp()
  expect(box.written().text).toBe(' ')
  await other('')
  await catchUp()
  expect(box.written().text).toBe(' ')
})

test('a message takes its own draft along, and none that another tab has stored since', async () => {
  const { box, db, other, type, send, catchUp } = await openBox()
  type('Hello')
  await catchUp()
  send()
  await expect.poll(() => box.written().text).toBe('')
  expect(await readDraft(db, chatId)).toBeUndefined()
  type('You')
  await catchUp()
  await other('long')
  send()
  await expect.poll(async () => (await unsentOps(db)).length).toBe(2)
  expect((await readDraft(db, chatId))?.text).toBe('long')
})
