import type { Chat } from '#contract/chat/model.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'

/** What forgetting touches, for the owned transaction that does it. */
export function forgettingTables(db: UserDatabase) {
  return [db.chats, db.messages, db.chatPlaces, db.chatReads, db.keptFiles]
}

/**
 * Takes everything of a chat from the device but what was never sent: that is its writer's own. Gives the pictures of
 * its people, which are kept elsewhere (`forgetImages`). Inside a user transaction.
 */
export async function forgetChat(db: UserDatabase, chatId: string): Promise<string[]> {
  const chat = await db.chats.get(chatId)
  const ids = await messagesOf(db, chatId).primaryKeys()
  await db.messages.bulkDelete(ids)
  await db.keptFiles.bulkDelete(ids)
  await db.chats.delete(chatId)
  await db.chatPlaces.delete(chatId)
  await db.chatReads.delete(chatId)
  return picturesOf(db, chat)
}

/**
 * Follows what the person may read of a chat. Whoever was shut out of it keeps their own messages alone; whoever is let
 * in again reads it from its newest message on, as on a new device. Gives the pictures that go. Inside an owned
 * transaction, before the chat is written.
 */
export async function followReach(db: UserDatabase, chat: Chat): Promise<string[]> {
  const known = await db.chats.get(chat._id)
  if (!known || (known.reads ?? 'all') === (chat.reads ?? 'all')) return []
  await db.chatPlaces.delete(chat._id)
  if (chat.reads !== 'own') return []
  const others = messagesOf(db, chat._id).filter(({ senderId }) => senderId !== db.userId)
  const ids = await others.primaryKeys()
  await db.messages.bulkDelete(ids)
  await db.keptFiles.bulkDelete(ids)
  return picturesOf(db, known)
}

/** A chat's messages by place, as far as they are on the device. */
export function messagesOf(db: UserDatabase, chatId: string) {
  return db.messages.where('[chatId+seq]').between([chatId, 0], [chatId, Infinity])
}

function picturesOf({ userId }: UserDatabase, chat: Chat | undefined): string[] {
  const others = chat?.members.filter(({ _id }) => _id !== userId) ?? []
  return others.flatMap(({ profileImg }) => profileImg ?? [])
}
