import { chatSchema, type Chat } from '#contract/chat/model.ts'
import { defineResource, preload } from '#src/data/resource.ts'
import { mayHaveChats } from '#src/session/own-profile.ts'
import { refreshChat, refreshChats, saveEmptyChatList } from '#src/offline/features/chat/sync.ts'
import { readChatSettings, refreshChatSettings } from '#src/offline/features/chat/presence.ts'
import { readHistory, type StoredHistory } from './window/use-history.ts'
import { readHidden } from '#src/offline/features/safety.ts'
import { readDraft } from '#src/offline/features/chat/store.ts'
import type { ChatDraft } from '#src/offline/features/chat/rows.ts'
import { readChats, type ShownChat } from '#src/offline/features/chat/shown-chats.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { parseRows } from '#src/offline/storage/parse-rows.ts'

/** The chats of the person, the latest first. */
export const chatListResource = defineResource<ShownChat[]>({
  key: 'chat.list',
  read: readChatList,
  async refresh(db, token) {
    if (await mayHaveChats(db)) await refreshChats(db, token, Date.now())
    else await saveEmptyChatList(db, Date.now())
  },
})

/** What the person lets others know while chatting. */
export const chatSettingsResource = defineResource({
  key: 'chat.settings',
  read: readChatSettings,
  refresh: refreshChatSettings,
})

/** One chat, with its newest messages. */
export const chatResource = defineResource<Chat, [chatId: string]>({
  key: 'chat.one',
  read: readChat,
  refresh: refreshChat,
})

async function readChatList(db: UserDatabase): Promise<ShownChat[] | undefined> {
  const [chats, asOf] = await Promise.all([readChats(db), db.meta.get('chatsAsOf')])
  return asOf || chats.length > 0 ? chats : undefined
}

/** A block holds here from the tap on, whenever it is sent. */
async function readChat(db: UserDatabase, chatId: string): Promise<Chat | undefined> {
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

/** A chat at the moment it is opened: later changes do not move what depends on it. */
export interface ChatOpening {
  /** False where this device has never seen the chat. */
  readonly known: boolean
  readonly history: StoredHistory
  readonly draft: ChatDraft | undefined
  /** How far the person had read. */
  readonly readSeq: number
}

/** For the loader of a chat's page, so that the first paint is whole. */
export async function openChatPage(db: UserDatabase, chatId: string): Promise<ChatOpening> {
  const [chat, history, draft, read] = await Promise.all([
    readChat(db, chatId),
    readHistory(db, chatId),
    readDraft(db, chatId),
    db.chatReads.get(chatId),
    preload(db, chatResource, chatId),
  ])
  return {
    known: chat !== undefined,
    history,
    draft,
    readSeq: Math.max(chat?.readSeq ?? 0, read?.seq ?? 0),
  }
}
