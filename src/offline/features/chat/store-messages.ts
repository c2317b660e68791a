import type { Message } from '#contract/chat/model.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'

/**
 * Writes messages as the server sent them, inside a user transaction over `messages` and `keptFiles`. An older state of
 * one never takes the place of a newer: replies come in any order.
 */
export async function storeMessages(db: UserDatabase, given: readonly Message[]): Promise<void> {
  const known = await db.messages.bulkGet(given.map(({ _id }) => _id))
  const newer = given.filter((message, index) => (known[index]?.rev ?? -1) < message.rev)
  await db.messages.bulkPut(newer)
  const deleted = newer.filter(({ deletedAt }) => deletedAt !== null)
  await db.keptFiles.bulkDelete(deleted.map(({ _id }) => _id))
}

/** What the list shows of a chat follows what this device has just learned; inside a user transaction over `chats`. */
export async function noteLastMessage(db: UserDatabase, message: Message): Promise<void> {
  const chat = await db.chats.get(message.chatId)
  if (chat && (chat.lastMessage?.seq ?? 0) <= message.seq) {
    await db.chats.put({ ...chat, lastMessage: message })
  }
}

/** What is left of a message that was deleted. */
export function asTrace(message: Message, rev: number, deletedAt: string): Message {
  return { ...message, rev, deletedAt, content: '', fileUrl: null, file: null }
}
