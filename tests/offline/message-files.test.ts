import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { chatFileBytesMax } from '#contract/chat/file.ts'
import { unsentOps } from '#src/offline/engine/outbox.ts'
import {
  readChatSettings,
  refreshChatSettings,
  saveChatSettings,
  createTypingPace,
  sayTyping,
} from '#src/offline/features/chat/presence.ts'
import {
  fileOnDevice,
  messageFile,
  takeChatFile,
  sendMessage,
} from '#src/offline/features/chat/send.ts'
import {
  asTrace,
  forgetChat,
  forgettingTables,
  storeMessages,
} from '#src/offline/features/chat/store.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { chatId } from '#tests/support/chat-rows.ts'
import { messageOf, openChatPhone, plan } from './chat-phone.ts'
import { installCaches, removeCaches } from './fake-caches.ts'
import { answerWith, noNetwork, ours, oursRaw } from './network.ts'
import { closePhones, nowMs, tap } from './phone.ts'

beforeEach(() => installCaches())
afterEach(async () => {
  removeCaches()
  await closePhones()
})

const token = 't'
const withFile = (seq: number) => {
  const message = messageOf(seq)
  return { ...message, fileUrl: `/chat/${chatId}/files/${message._id}.pdf` }
}
/** A phone with a chat and so many messages with files in it. */
const openPhoneWith = async (files: number) => {
  const db = await openChatPhone()
  await db.messages.bulkPut(Array.from({ length: files }, (_, index) => withFile(index + 1)))
  return db
}

describe('a message’s file', () => {
  test('is fetched with the bearer once, and then is on the device', async () => {
    const db = await openPhoneWith(1)
    const headers = { 'content-type': 'application/pdf' }
    const requests = answerWith(() => oursRaw('%PDF', { headers }))
    const first = await messageFile(db, token, withFile(1), nowMs)
    expect([await first?.text(), first?.type]).toEqual(['%PDF', 'application/pdf'])
    answerWith(noNetwork)
    expect(await (await messageFile(db, token, withFile(1), nowMs))?.text()).toBe('%PDF')
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer t')
    expect(requests[0]?.url).toContain(`/api/chat/${chatId}/files/${withFile(1)._id}.pdf`)
  })

  test('that waits to be sent is on the device', async () => {
    const db = await openChatPhone()
    await sendMessage(db, { chatId, content: '', file: plan }, tap())
    const [row] = await unsentOps(db)
    expect(await (await fileOnDevice(db, row?.opId ?? ''))?.text()).toBe('%PDF-1.4')
  })

  test('is none where there is none, and is not made up without a network', async () => {
    const db = await openChatPhone()
    answerWith(noNetwork)
    expect(await messageFile(db, token, messageOf(1), nowMs)).toBeUndefined()
    await expect(messageFile(db, token, withFile(1), nowMs)).rejects.toThrow('No answer')
  })

  test('makes room for newer ones: fifty stay, the ones fetched last', async () => {
    const db = await openPhoneWith(52)
    answerWith(() => oursRaw('x'))
    for (let seq = 1; seq <= 52; seq += 1) await messageFile(db, token, withFile(seq), nowMs + seq)
    const cached = await db.keptFiles.toCollection().primaryKeys()
    expect(cached).toHaveLength(50)
    expect(cached).not.toContain(withFile(2)._id)
  })

  test.each([
    [
      'was deleted',
      (db: UserDatabase) => {
        const trace = asTrace(withFile(1), 9, '2026-11-21T12:00:00.000Z')
        return storeMessages(db, [trace])
      },
    ],
    [
      'was taken away with its chat',
      async (db: UserDatabase) => void (await forgetChat(db, chatId)),
    ],
  ])('is not kept where its message %s while it came', async (_, meanwhile) => {
    const db = await openPhoneWith(1)
    answerWith(async () => {
      await userTransaction(db, forgettingTables(db), () => meanwhile(db))
      return oursRaw('x')
    })
    await messageFile(db, token, withFile(1), nowMs)
    expect(await db.keptFiles.count()).toBe(0)
  })
})

describe('a chosen file', () => {
  test('is taken for what it is, as a copy', async () => {
    const taken = await takeChatFile(new File(['%PDF-1.4 %%EOF'], 'C:\\docs\\plan.exe'))
    expect(taken).toMatchObject({
      status: 'taken',
      file: { name: 'plan.pdf', type: 'application/pdf' },
    })
  })

  test.each([
    [
      new File(['<html>'], 'a.png'),
      'Only images, PDF, Word documents, audio and video can be sent.',
    ],
    [new File([], 'a.png'), 'Only images, PDF, Word documents, audio and video can be sent.'],
    [new File([new Uint8Array(chatFileBytesMax + 1)], 'a.pdf'), 'File size exceeds 10MB limit.'],
  ])('is refused before it is sent: %o', async (file, text) => {
    expect(await takeChatFile(file)).toEqual({ status: 'refused', text })
  })

  test('that cannot be read is refused', async () => {
    const gone = Object.assign(new File(['x'], 'a'), {
      arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotFoundError')),
    })
    expect((await takeChatFile(gone)).status).toBe('refused')
  })
})

describe('what others learn of the person', () => {
  const choice = { readReceipts: true, typing: false, away: null }

  test('is not known before the server says so, and stays as it is when the server cannot be reached', async () => {
    const db = await openChatPhone()
    expect(await readChatSettings(db)).toBeUndefined()
    answerWith(noNetwork)
    await expect(saveChatSettings(db, token, choice)).rejects.toThrow('No answer')
    expect(await readChatSettings(db)).toBeUndefined()
    answerWith(() => ours(choice))
    await saveChatSettings(db, token, choice)
    expect(await readChatSettings(db)).toEqual(choice)
    await refreshChatSettings(db, token)
    expect(await readChatSettings(db)).toEqual(choice)
  })

  test('of their writing is said every four seconds at most', async () => {
    let now = 0
    let told = 0
    const typed = createTypingPace(
      () => (told += 1),
      () => now,
    )
    for (const at of [0, 1_000, 3_999, 4_000, 7_000, 8_000]) {
      now = at
      typed()
    }
    expect(told).toBe(3)
    // A clock that was set back keeps nobody silent until it has caught up.
    now = -3_600_000
    typed()
    expect(told).toBe(4)
    const response = new Response(null, { status: 204, headers: { 'x-zync': '1' } })
    const requests = answerWith(() => response)
    await sayTyping(token, chatId)
    expect(requests[0]?.url).toContain(`/chat/${chatId}/typing`)
  })
})
