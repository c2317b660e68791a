import { expect, test } from 'vitest'
import type { Message } from '#contract/chat/model.ts'
import {
  dismissContactNote,
  firstMessagesCount,
  readContactNotes,
} from '#src/features/chat/message/message-actions.ts'
import { readDismissed } from '#src/offline/features/hints.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { messageOf, openChatPhone } from '#tests/offline/chat-phone.ts'
import { chatId, otherId } from '#tests/support/chat-rows.ts'

const mail = 'Write to me at someone@example.org'

async function phoneWith(messages: readonly Message[]): Promise<UserDatabase> {
  const db = await openChatPhone()
  await db.messages.bulkPut([...messages])
  return db
}

const notesOn = (db: UserDatabase) =>
  readContactNotes(db, { chatId, otherId, ownHost: 'zync.example.org' })

test('a first message of the other one with a way out has a note that says which', async () => {
  const said = [
    messageOf(1, { content: 'Hello, how was your week?' }),
    messageOf(2, { content: mail }),
    messageOf(3, { content: 'or +20 123 456 7890, or https://example.com/me' }),
    messageOf(4, { content: 'Read https://zync.example.org/library' }),
  ]
  const db = await phoneWith(said)
  expect([...(await notesOn(db))]).toEqual([
    [said[1]?._id, ['email']],
    [said[2]?._id, ['phone', 'link']],
  ])
})

test('what one wrote oneself, and what is deleted, has none', async () => {
  const db = await openChatPhone()
  await db.messages.bulkPut([
    messageOf(1, { content: mail, senderId: db.userId }),
    messageOf(2, { content: '', deletedAt: '2026-11-01T12:00:00.000Z' }),
  ])
  expect((await notesOn(db)).size).toBe(0)
})

test('the first messages of the other one are counted without one’s own, and no later one has a note', async () => {
  const db = await openChatPhone()
  const pairs = Array.from({ length: firstMessagesCount + 1 }, (_, index) => [
    messageOf(index * 2 + 1, { content: 'Me', senderId: db.userId }),
    messageOf(index * 2 + 2, { content: index >= firstMessagesCount - 1 ? mail : 'Hello' }),
  ])
  await db.messages.bulkPut(pairs.flat())
  const noted = [...(await notesOn(db)).keys()]
  expect(noted).toEqual([pairs[firstMessagesCount - 1]?.[1]?._id])
})

test('a note that was put away stays away, and the others stay', async () => {
  const [one, other] = [messageOf(1, { content: mail }), messageOf(2, { content: mail })]
  const db = await phoneWith([one, other])
  await dismissContactNote(db, one._id)
  await dismissContactNote(db, one._id)
  expect([...(await notesOn(db)).keys()]).toEqual([other._id])
  expect((await readDismissed(db)).size).toBe(1)
})
