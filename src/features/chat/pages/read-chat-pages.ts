import { chatSchema, type Chat } from '#contract/chat/model.ts'
import { readHistory, type KnownHistory } from '../use-history.ts'
import { readHidden } from '#src/features/safety/hidden-people.ts'
import { readDraft } from '#src/offline/features/chat/drafts.ts'
import type { ChatDraft } from '#src/offline/features/chat/rows.ts'
import { readChats, type ShownChat } from '#src/offline/features/chat/shown-chats.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { parseRows } from '#src/offline/storage/parse-rows.ts'

/** The chats that this device knows; undefined before the server has sent the list. For a live query. */
export async function readChatList(db: UserDatabase): Promise<ShownChat[] | undefined> {
  const [chats, asOf] = await Promise.all([readChats(db), db.meta.get('chatsAsOf')])
  return asOf || chats.length > 0 ? chats : undefined
}

/** How a chat stands. A block holds here from the tap on, whenever it is sent. For a live query. */
export async function readChat(db: UserDatabase, chatId: string): Promise<Chat | undefined> {
  const [row, hidden] = await Promise.all([db.chats.get(chatId), readHidden(db)])
  const [chat] = parseRows(chatSchema, row ? [row] : [])
  if (!chat?.members.some(({ _id }) => hidden.has(_id))) return chat
  return { ...chat, state: 'blocked' }
}

/** The chat with somebody, as far as this device knows. For a live query. */
export async function findChatWith(db: UserDatabase, userId: string): Promise<string | undefined> {
  const chat = await db.chats.filter(({ members }) => members.some(isThem)).first()
  return chat?._id

  function isThem({ _id }: { _id: string }): boolean {
    return _id === userId
  }
}

/** What this device has of a chat when it is opened, so that the first paint is whole. */
export interface ChatOpening {
  readonly chat: Chat | undefined
  readonly history: KnownHistory
  readonly draft: ChatDraft | undefined
  /** How far the person had read. */
  readonly readSeq: number
}

export async function openChatPage(db: UserDatabase, chatId: string): Promise<ChatOpening> {
  const [chat, history, draft, read] = await Promise.all([
    readChat(db, chatId),
    readHistory(db, chatId),
    readDraft(db, chatId),
    db.chatReads.get(chatId),
  ])
  return { chat, history, draft, readSeq: Math.max(chat?.readSeq ?? 0, read?.seq ?? 0) }
}
