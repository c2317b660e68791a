import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { longPressMs } from '#src/features/chat/window/use-long-press.ts'
import { changeSpeech } from '#src/i18n/chosen.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { messagesOf } from '#src/i18n/term-messages.ts'
import { ar } from '#src/i18n/terms-ar.ts'
import { formatClock } from '#src/lib/dates.ts'
import type { OutboxRow } from '#src/offline/engine/outbox-row.ts'
import { deviceZone } from '#src/offline/engine/tap-moment.ts'
import { saveDraft } from '#src/offline/features/chat/store.ts'
import { chatId, otherId } from '#tests/support/chat-rows.ts'
import { withMicrophone } from './microphone.ts'
import { messageOf, openChat, press, showChat } from './open-chat.tsx'

const articles = () => [...document.querySelectorAll<HTMLElement>('article')]
const pointer = (type: string, clientY = 10, pointerType = 'touch') =>
  new PointerEvent(type, { bubbles: true, isPrimary: true, pointerType, clientX: 10, clientY })

/** By how much a number grows while so many frames are drawn. */
async function grownWithin(frames: number, number: () => number): Promise<number> {
  const before = number()
  for (let frame = 0; frame < frames; frame += 1) await new Promise(requestAnimationFrame)
  return number() - before
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('a finger that rests on a message opens its options; one that scrolls and a mouse that selects do not', async () => {
  const screen = await showChat(await openChat([messageOf(1)]))
  await expect.element(screen.getByRole('article')).toBeVisible()
  const [article] = articles()
  const rest = (...events: PointerEvent[]) => {
    for (const event of events) article?.dispatchEvent(event)
    vi.advanceTimersByTime(2 * longPressMs)
  }
  rest(pointer('pointerdown'), pointer('pointermove', 40))
  rest(pointer('pointerdown'), pointer('pointerup'))
  rest(pointer('pointerdown'), pointer('pointercancel'))
  rest(pointer('pointerdown', 10, 'mouse'))
  expect(document.querySelector('dialog')).toBeNull()
  rest(pointer('pointerdown'))
  await expect.element(screen.getByRole('dialog')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: m.chat_reply() })).toBeVisible()
  rest(pointer('pointerup'))
})

test('a chat that began while it was open shows its beginning, and is read no more while nothing happens', async () => {
  const db = await openChat([messageOf(1), messageOf(2)])
  await db.chatPlaces.put({ chatId, cursor: 0, oldestSeq: 0, older: false })
  let reads = 0
  db.chatPlaces.hook('reading', (place) => {
    reads += 1
    return place
  })
  const screen = await showChat(db)
  await expect.element(screen.getByText('message 2')).toBeVisible()
  await db.messages.put(messageOf(3))
  await expect.element(screen.getByText('message 3')).toBeVisible()
  await expect.poll(() => grownWithin(20, () => reads)).toBe(0)
  await expect.element(screen.getByText(m.chat_messages_begin())).toBeVisible()
})

test('a row that lost its shape does not hide what is older', async () => {
  const messages = Array.from({ length: 130 }, (_, index) => messageOf(index + 1))
  const db = await openChat(messages)
  await db.messages.update(messageOf(100)._id, { timestamp: undefined })
  const screen = await showChat(db)
  await expect.element(screen.getByText('message 130')).toBeVisible()
  const box = screen.getByRole('region', { name: m.chat_messages_label({ name: 'Other' }) })
  const first = screen.getByText('message 1', { exact: true })
  await expect
    .poll(() => {
      box.element().scrollTo({ top: 0 })
      return first.elements()
    })
    .toHaveLength(1)
  await expect.element(screen.getByText('message 100')).not.toBeInTheDocument()
})

test('a reaction is there at once without a network, and the same tap takes it back', async () => {
  const screen = await showChat(
    await openChat([
      messageOf(1, { reactions: [{ userId: otherId, reaction: 'of a newer build' }] }),
    ]),
  )
  await expect.element(screen.getByRole('article')).toBeVisible()
  expect(document.querySelector('[aria-label="Reactions"]')).toBeNull()
  const options = () =>
    document.querySelector<HTMLElement>('[aria-haspopup="dialog"][title^="Options"]')
  options()?.click()
  await expect.element(screen.getByRole('dialog')).toBeVisible()
  press(m.chat_react_wow())
  await expect
    .element(screen.getByText(`${m.chat_by_me()}: ${m.chat_react_wow()}`))
    .toBeInTheDocument()
  options()?.click()
  const chosen = screen.getByRole('button', { name: m.chat_react_wow() })
  await expect.element(chosen).toHaveAttribute('aria-pressed', 'true')
  press(m.chat_react_wow())
  await expect.poll(() => document.querySelector('[aria-label="Reactions"]')).toBeNull()
})

test('a reaction to a message that was deleted meanwhile says so', async () => {
  const db = await openChat([messageOf(1)])
  const screen = await showChat(db)
  await expect.element(screen.getByRole('article')).toBeVisible()
  document.querySelector<HTMLElement>('[title^="Options"]')?.click()
  await db.messages.update(messageOf(1)._id, { deletedAt: '2026-11-21T12:00:00.000Z', rev: 8 })
  press(m.chat_react_love())
  await expect
    .element(screen.getByText('This message was deleted, so nobody can react to it anymore.'))
    .toBeVisible()
  expect(await db.outbox.count()).toBe(0)
})

test('an answer quotes its message, says when that is gone, and keeps what was written', async () => {
  const gone = messageOf(1, { content: '', deletedAt: '2026-11-21T12:00:00.000Z' })
  const answer = messageOf(3, { replyTo: { _id: gone._id, seq: 1 } })
  const db = await openChat([gone, messageOf(2), answer])
  await saveDraft(db, { chatId, text: 'yes', file: null, replyTo: messageOf(2)._id, at: 1 })
  const screen = await showChat(db)
  await expect.element(screen.getByRole('button', { name: /Message deleted/ })).toBeVisible()
  const box = screen.getByRole('textbox')
  await expect.element(box).toHaveValue('yes')
  await expect.element(screen.getByRole('button', { name: m.chat_reply_drop() })).toBeVisible()
  await db.messages.update(messageOf(2)._id, { content: '', deletedAt: gone.deletedAt, rev: 9 })
  await expect
    .poll(() => document.querySelector('form')?.textContent)
    .toContain(m.chat_line_deleted())
  press(m.chat_send())
  await expect
    .poll(async () => (await db.outbox.toArray())[0]?.payload)
    .toMatchObject({
      content: 'yes',
      replyTo: messageOf(2)._id,
    })
})

test('a chosen picture is seen and a recorded voice note can be heard before they are sent', async () => {
  const db = await openChat([messageOf(1)])
  const canvas = document.createElement('canvas')
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
  const data = (await picture?.arrayBuffer()) ?? new ArrayBuffer()
  const file = { name: 'cat.png', type: 'image/png', data }
  await saveDraft(db, { chatId, text: '', file, at: 1 })
  const screen = await showChat(db)
  await expect
    .element(screen.getByRole('img', { name: m.chat_image({ name: 'cat.png' }) }))
    .toBeInTheDocument()
  await screen.unmount()

  const voice = { name: 'Voice note.webm', type: 'audio/webm', data, voiceMs: 7_000 }
  await saveDraft(db, { chatId, text: '', file: voice, at: 1 })
  const again = await showChat(db)
  await expect
    .element(again.getByRole('button', { name: m.chat_voice_play({ length: '0:07' }) }))
    .toBeInTheDocument()
})

test.each([
  ['NotAllowedError', m.chat_voice_denied],
  ['NotFoundError', m.chat_voice_no_mic],
  ['NotReadableError', m.chat_voice_busy],
])('a microphone that is not to be had (%s) says what to do', async (name, text) => {
  const refusal = () => Promise.reject(new DOMException('no', name))
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(refusal)
  const db = await openChat([messageOf(1)])
  const screen = await showChat(db)
  await expect
    .element(screen.getByRole('button', { name: m.chat_voice_record() }))
    .toBeInTheDocument()
  press(m.chat_voice_record())
  await expect.element(screen.getByRole('alert')).toHaveTextContent(text())
  await expect.element(screen.getByRole('textbox')).toBeVisible()
})

test('a full phone says so, and the words stay in the box', async () => {
  const db = await openChat([messageOf(1)])
  await saveDraft(db, { chatId, text: 'do not lose me', file: null, at: 1 })
  const screen = await showChat(db)
  await expect.element(screen.getByRole('textbox')).toHaveValue('do not lose me')
  vi.spyOn(db.outbox, 'add').mockRejectedValue(new DOMException('full', 'QuotaExceededError'))
  press(m.chat_send())
  await expect.element(screen.getByRole('alert')).toHaveTextContent(m.chat_phone_full())
  await expect.element(screen.getByRole('textbox')).toHaveValue('do not lose me')
})

test('away hours are a line under the name, by the clock of whoever reads', async () => {
  const hour = new Date().getHours()
  const clock = (hours: number) => `${String((hour + hours + 24) % 24).padStart(2, '0')}:00`
  const away = { from: clock(-2), to: clock(3), timeZone: deviceZone() }
  const screen = await showChat(await openChat([messageOf(1)], { away }))
  const to = formatClock(`2000-01-01T${away.to}`)
  await expect.element(screen.getByText(m.chat_away_until({ to }))).toBeVisible()
  const from = formatClock(`2000-01-01T${away.from}`)
  const hours = screen.getByText(m.chat_away_hours({ name: 'Other', from, to }))
  await expect.element(hours).not.toBeVisible()
  document.querySelector<HTMLElement>('summary')?.click()
  await expect.element(hours).toBeVisible()
})

/** A second of silence that every browser plays. */
function playable(): string {
  const [bytes, rate] = [8_000, 8_000]
  const head = [36 + bytes, 0, 0, 16, 0x1_0001, rate, rate, 0x8_0001, 0, bytes]
  const wav = new Uint8Array(44 + bytes).fill(0x80)
  const view = new DataView(wav.buffer)
  head.forEach((word, index) => view.setUint32(4 + 4 * index, word, true))
  const names = { 0: 'RIFF', 8: 'WAVE', 12: 'fmt ', 36: 'data' }
  for (const [at, name] of Object.entries(names))
    wav.set(new TextEncoder().encode(name), Number(at))
  return `data:audio/wav;base64,${btoa(String.fromCharCode(...wav))}`
}

test('the focus goes with a recording: to its end, to what was recorded, and back to its beginning', async () => {
  withMicrophone()
  // No browser plays so little: something it can play stands for it.
  vi.spyOn(URL, 'createObjectURL').mockReturnValue(playable())
  const screen = await showChat(await openChat([messageOf(1)]))
  const record = screen.getByRole('button', { name: m.chat_voice_record() })
  const finish = screen.getByRole('button', { name: m.chat_voice_stop() })
  await expect.element(record).toBeInTheDocument()
  press(m.chat_voice_record())
  await expect.element(finish).toHaveFocus()
  press(m.chat_voice_cancel())
  await expect.element(record).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(finish).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect
    .element(screen.getByRole('button', { name: m.chat_voice_play({ length: '0:02' }) }))
    .toHaveFocus()
  // The focus of a person who writes stays where it is.
  press(m.chat_file_remove({ name: m.chat_voice() }))
  const box = screen.getByRole('textbox')
  await userEvent.type(box, 'a{Backspace}')
  await expect.element(record).toBeInTheDocument()
  await expect.element(box).toHaveFocus()
})

test('the focus goes to what is left of a recording that cannot be played', async () => {
  withMicrophone()
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('data:audio/wav;base64,AAAA')
  const screen = await showChat(await openChat([messageOf(1)]))
  await expect
    .element(screen.getByRole('button', { name: m.chat_voice_record() }))
    .toBeInTheDocument()
  press(m.chat_voice_record())
  await expect.element(screen.getByRole('button', { name: m.chat_voice_stop() })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  const remove = screen.getByRole('button', { name: m.chat_file_remove({ name: m.chat_voice() }) })
  await expect.element(remove).toHaveFocus()
})

test('why a message failed is said in the language of the moment, as it was stored in the server’s', async () => {
  const db = await openChat([messageOf(1)])
  await saveDraft(db, { chatId, text: 'hello', file: null, at: 1 })
  const screen = await showChat(db)
  await expect.element(screen.getByRole('textbox')).toHaveValue('hello')
  press(m.chat_send())
  await expect.poll(() => db.outbox.count()).toBe(1)
  const message = 'File size exceeds 10MB limit.'
  const lastError = { code: 'invalid_file', message, at: 0 } as const
  changeSpeech({ language: 'ar' }, messagesOf(ar))
  await db.outbox.toCollection().modify({ state: 'dead', lastError })
  await expect.element(screen.getByText('حجم الملف أكبر من 10 ميغابايت.')).toBeVisible()
  changeSpeech({ language: 'en' }, {})
})

test('whoever deletes a message that may be there reads that it only goes from this phone', async () => {
  const db = await openChat([messageOf(1)])
  await saveDraft(db, { chatId, text: 'Hello', file: null, at: 1 })
  const screen = await showChat(db)
  await expect.element(screen.getByRole('textbox')).toHaveValue('Hello')
  press(m.chat_send())
  await expect.poll(() => db.outbox.count()).toBe(1)
  const question = async () => {
    await screen.getByRole('button', { name: m.chat_delete() }).click()
    const { textContent } = screen.getByRole('dialog').element()
    await screen.getByRole('button', { name: m.chat_keep() }).click()
    return textContent
  }
  const asks = async (row: Pick<OutboxRow, 'state' | 'unanswered'>, text: string) => {
    await db.outbox.toCollection().modify(row)
    await expect.poll(question).toContain(text)
  }
  await asks({ state: 'asks' }, m.chat_delete_unsent_text())
  await asks({ state: 'asks', unanswered: true }, m.chat_delete_arrived())
  await asks({ state: 'dead' }, m.chat_delete_arrived())
})

test('a message that failed is not edited while something is recorded, and both stay', async () => {
  withMicrophone()
  const db = await openChat([messageOf(1)])
  await saveDraft(db, { chatId, text: 'do not lose me', file: null, at: 1 })
  const screen = await showChat(db)
  await expect.element(screen.getByRole('textbox')).toHaveValue('do not lose me')
  press(m.chat_send())
  await expect.poll(() => db.outbox.count()).toBe(1)
  await db.outbox.toCollection().modify({ state: 'dead' })
  const edit = screen.getByRole('button', { name: m.chat_edit() })
  await expect.element(edit).toBeVisible()
  const record = screen.getByRole('button', { name: m.chat_voice_record() })
  await expect.element(record).toBeInTheDocument()
  press(m.chat_voice_record())
  const finish = screen.getByRole('button', { name: m.chat_voice_stop() })
  await expect.element(finish).toBeInTheDocument()
  press(m.chat_edit())
  await expect.element(screen.getByText(m.chat_recording_in_the_way())).toBeVisible()
  press(m.chat_voice_stop())
  await expect.poll(async () => (await db.chatDrafts.get(chatId))?.file?.voiceMs).toBe(2_020)
  expect((await db.outbox.toArray()).map(({ payload }) => payload)).toMatchObject([
    { content: 'do not lose me' },
  ])
  press(m.chat_edit())
  await expect.element(screen.getByText(m.chat_draft_in_the_way())).toBeVisible()
})

test('a chat that this device opens for the first time reads out what comes, and nothing that was there', async () => {
  const db = await openChat([], { lastMessage: messageOf(2) })
  const screen = await showChat(db)
  await db.messages.bulkPut([messageOf(1), messageOf(2)])
  await expect.element(screen.getByRole('article').nth(1)).toBeVisible()
  const said = () => document.querySelector('[aria-live=polite][class*=announcer]')?.textContent
  expect(said()).toBe('')
  await db.messages.put(messageOf(3))
  await expect.poll(said).toBe(m.chat_announce({ name: 'Other', text: 'message 3' }))
  const live = document.querySelector('[aria-live=polite][class*=announcer]')
  const first = live?.firstElementChild
  await db.messages.put(messageOf(4, { content: 'message 3' }))
  // What says the same is new to the document, too, and so it is read.
  await expect.poll(() => live?.childElementCount).toBe(2)
  expect(live?.firstElementChild).toBe(first)
})

test('a chat that the lock of the app hides is at its end afterwards, and moves nowhere meanwhile', async () => {
  const db = await openChat(Array.from({ length: 400 }, (_, index) => messageOf(index + 1)))
  const screen = await showChat(db)
  const newest = screen.getByText('message 400', { exact: true })
  await expect.element(newest).toBeInViewport()
  // What is older is there as far as somebody reaches.
  await expect.poll(() => grownWithin(20, () => articles().length)).toBe(0)
  screen.container.hidden = true
  expect(await grownWithin(40, () => articles().length)).toBe(0)
  // In a transaction, as the app writes.
  await db.transaction('rw', db.messages, () => db.messages.put(messageOf(401)))
  screen.container.hidden = false
  await expect.element(screen.getByText('message 401', { exact: true })).toBeInViewport()
})
