import { deepEqual } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { chatSchema, type Chat } from '#contract/chat/model.ts'
import { defineResource, preload, useLive } from '#src/data/resource.ts'
import { readChatSettings, refreshChatSettings } from '#src/offline/features/chat/presence.ts'
import type { ChatCursor, ChatDraft } from '#src/offline/features/chat/rows.ts'
import {
  isWith,
  readChats,
  shownTables,
  type ShownChat,
} from '#src/offline/features/chat/shown-chats.ts'
import { readMessages, type ShownMessage } from '#src/offline/features/chat/shown-messages.ts'
import { readDraft } from '#src/offline/features/chat/store.ts'
import { refreshChat, refreshChats, saveEmptyChatList } from '#src/offline/features/chat/sync.ts'
import { readHidden } from '#src/offline/features/safety.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { parseRows } from '#src/offline/storage/parse-rows.ts'
import { mayHaveChats } from '#src/session/own-profile.ts'

/** What this device has of a chat at one moment. */
interface StoredHistory {
  readonly messages: readonly ShownMessage[]
  readonly cursor: ChatCursor | undefined
  readonly window: MessageWindow
}

export interface History extends StoredHistory {
  /** Whether there are older messages than those on screen, and how fetching them goes. */
  readonly older: 'none' | 'more' | 'loading' | 'failed'
  readonly showOlder: () => void
  /** The person's own retry, once fetching them has failed. */
  readonly retryOlder: () => void
  readonly showNewer: () => void
  readonly showNewest: () => void
  /**
   * Shows the part of the history around a place, fetching it first where this device has not read as far back; false
   * where it could not be fetched.
   */
  readonly showPlace: (seq: number) => Promise<boolean>
}

/** For a loader and a live query. */
async function readHistory(
  db: UserDatabase,
  chatId: string,
  window: MessageWindow = newestWindow,
): Promise<StoredHistory> {
  const [messages, cursor] = await Promise.all([
    readMessages(db, chatId, window.count, window.upToSeq),
    db.chatPlaces.get(chatId),
  ])
  return { messages, cursor, window }
}

/** So many more are shown at once. */
const stepCount = 60
export const newestWindow: MessageWindow = { count: stepCount, upToSeq: null }

const unknownHistory: StoredHistory = { messages: [], cursor: undefined, window: newestWindow }

interface HistoryParts {
  readonly db: UserDatabase
  readonly chatId: string
  /** What this device had when the chat was opened; undefined where it was not asked. */
  readonly atOpening: StoredHistory | undefined
  readonly newestSeq: number
  /** Fetches what is older than this device has; rejects when it could not. */
  readonly loadOlder: () => Promise<unknown>
  /** The same until the device has a place. */
  readonly loadBackTo: (seq: number) => Promise<unknown>
}

/** A part of a chat's history that moves along it: first what the device has, and behind that what the server has. */
export function useHistory(parts: HistoryParts): History {
  const { db, chatId, atOpening, newestSeq, loadOlder, loadBackTo } = parts
  const [window, setWindow] = useState(newestWindow)
  const [loading, setLoading] = useState<'loading' | 'failed'>()
  const known = useRef(atOpening?.messages ?? [])
  const history = useLive(
    db,
    async () => {
      const read = await readHistory(db, chatId, window)
      known.current = sameWhereEqual(known.current, read.messages)
      return { ...read, messages: known.current }
    },
    [chatId, window],
    atOpening ?? unknownHistory,
  )
  const { messages, cursor } = history
  const shown = messages.flatMap(({ seq }) => (seq === null ? [] : [seq]))
  const moving = history.window !== window
  // The last step back brought nothing: the place of a chat that began empty is before its first message. A few that are
  // missing say nothing, since a row that lost its shape is not shown.
  const whole = shown.length <= history.window.count - stepCount
  const onDevice = !whole && cursor !== undefined && (shown[0] ?? 0) > cursor.oldestSeq

  async function load() {
    setLoading('loading')
    try {
      await loadOlder()
      setLoading(undefined)
      setWindow((now) => olderWindow(now, shown))
    } catch {
      setLoading('failed')
    }
  }

  function showOlder() {
    // What has failed is not asked for with every pixel that is scrolled.
    if (moving || loading !== undefined) return
    if (onDevice) setWindow(olderWindow(window, shown))
    else if (cursor?.older) void load()
  }

  // What failed without a network is asked for again when it is back.
  const onOnline = useEffectEvent(() => setLoading(undefined))
  useEffect(() => {
    const online = () => onOnline()
    globalThis.addEventListener('online', online)
    return () => globalThis.removeEventListener('online', online)
  }, [])

  return {
    ...history,
    older: loading ?? (onDevice || cursor?.older ? 'more' : 'none'),
    showOlder,
    retryOlder: () => void load(),
    showNewer: () => !moving && setWindow(newerWindow(window, newestSeq)),
    showNewest: () => setWindow(newestWindow),
    async showPlace(seq) {
      if (cursor?.older && seq < cursor.oldestSeq) {
        setLoading('loading')
        try {
          await loadBackTo(seq)
          setLoading(undefined)
        } catch {
          setLoading('failed')
          return false
        }
      }
      setWindow(windowAround(seq, newestSeq))
      return true
    },
  }
}

/** The messages as they were just read; one that is as it was is the same object, so that it is not drawn again. */
export function sameWhereEqual(
  known: readonly ShownMessage[],
  read: readonly ShownMessage[],
): readonly ShownMessage[] {
  const knownOf = new Map(known.map((message) => [message.id, message]))
  return read.map((message) => {
    const before = knownOf.get(message.id)
    return before !== undefined && deepEqual(before, message) ? before : message
  })
}

/** Which part of a chat's history is on screen: so many messages up to a sequence number, or up to the newest one. */
interface MessageWindow {
  readonly count: number
  readonly upToSeq: number | null
}

/** A screen never holds more messages than this, however long the history: it only moves along it. */
const countMax = 240

/** The sequence numbers of the messages on screen, oldest first. */
type Seqs = readonly number[]

/**
 * The window one step further back; one that is full of messages lets go of as many at its newer end. The same object
 * where there is no step to take, as of `newerWindow`: another one would be read and drawn anew, and asked for the next
 * step.
 */
export function olderWindow(window: MessageWindow, shown: Seqs): MessageWindow {
  const { count, upToSeq } = window
  if (count < countMax) return { count: Math.min(countMax, count + stepCount), upToSeq }
  const newest = shown.length < count ? undefined : shown.at(-1 - stepCount)
  return newest === undefined ? window : { count, upToSeq: newest }
}

/**
 * The window one step further on; at the newest message `newestSeq` it is open at its end again. Numbers may be missing
 * between messages, so that a step can hold fewer.
 */
export function newerWindow(window: MessageWindow, newestSeq: number): MessageWindow {
  const { count, upToSeq } = window
  if (upToSeq === null) return window
  const next = upToSeq + stepCount
  return { count, upToSeq: next >= newestSeq ? null : next }
}

/** The window in whose middle a message is; near the newest one it is open at its end. */
function windowAround(seq: number, newestSeq: number): MessageWindow {
  const upToSeq = seq + stepCount
  if (upToSeq < newestSeq) return { count: 2 * stepCount, upToSeq }
  return { count: Math.min(countMax, newestSeq - seq + stepCount), upToSeq: null }
}

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
  const tables = [...shownTables(db), db.meta]
  const [chats, asOf] = await db.transaction('r', tables, () =>
    Promise.all([readChats(db), db.meta.get('chatsAsOf')]),
  )
  return asOf || chats.length > 0 ? chats : undefined
}

/** A block holds here from the tap on, whenever it is sent. */
async function readChat(db: UserDatabase, chatId: string): Promise<Chat | undefined> {
  const [row, hidden] = await Promise.all([db.chats.get(chatId), readHidden(db)])
  const [chat] = parseRows(chatSchema, row ? [row] : [])
  return chat && isWith(hidden, chat) ? { ...chat, state: 'blocked' } : chat
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
