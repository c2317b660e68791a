import { afterEach, describe, expect, test } from 'vitest'
import {
  markRead,
  readChatSettings,
  refreshChatSettings,
  saveChatSettings,
  sendReadMarks,
} from '#src/offline/features/chat/presence.ts'
import { chatId } from '#tests/support/chat-rows.ts'
import { ChatServer, openChatPhone } from './chat-phone.ts'
import { answerWith, noNetwork, ours } from './network.ts'
import { closePhones, openPhone } from './phone.ts'

afterEach(closePhones)

const token = 't'

describe('how far the person has read', () => {
  test('is noted at once, told when the server can be reached, and never goes back', async () => {
    const db = await openChatPhone()
    await markRead(db, chatId, 5)
    await markRead(db, chatId, 3)
    answerWith(noNetwork)
    await expect(sendReadMarks(db, token)).rejects.toThrow('No answer')
    const server = new ChatServer(db.userId)
    await sendReadMarks(db, token)
    await sendReadMarks(db, token)
    expect([server.reads, await db.chatReads.get(chatId)]).toEqual([
      [5],
      { chatId, seq: 5, sent: true },
    ])
  })

  test('of a chat that is no longer there holds up no other', async () => {
    const db = await openChatPhone()
    await markRead(db, chatId, 5)
    answerWith(() => ours({ code: 'not_found', message: 'Not found.' }, { status: 404 }))
    await sendReadMarks(db, token)
    expect((await db.chatReads.get(chatId))?.sent).toBe(true)
  })
})

test('settings that were saved while older ones were on their way stay', async () => {
  const db = await openPhone()
  const older = { readReceipts: false, typing: true, away: null }
  const saved = { ...older, readReceipts: true }
  answerWith(
    async () => {
      await saveChatSettings(db, token, saved)
      return ours(older)
    },
    () => ours(saved),
  )
  await refreshChatSettings(db, token)
  expect(await readChatSettings(db)).toEqual(saved)
})
