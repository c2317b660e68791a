import { chatApi } from '#contract/chat/api.ts'
import type { Chat, Message } from '#contract/chat/model.ts'
import { isApiProblem } from '#src/offline/api/api-error.ts'
import { callApi } from '#src/offline/api/api.ts'
import { onceMore } from '#src/offline/api/read-limiter.ts'
import { forgetImages } from '#src/offline/files/private-images.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { sendReadMarks } from './presence.ts'
import type { ChatCursor } from './rows.ts'
import {
  followReach,
  forgetChat,
  forgettingTables,
  isOutdated,
  isPassed,
  newerOf,
  nextReadNumber,
  storeMessages,
} from './store.ts'

/** A page of the list, and of a history that is read on. */
const listPageMax = 200
const changesPageMax = 200
/** As many as a screen shows more of at a time. */
const historyPageMax = 60
/** Of so many chats, those used last, the newest messages are on the device before anybody opens them. */
const prefetchedChatsMax = 20

/**
 * Reads the whole list of chats and keeps it; a chat that the server has no more goes from the device with everything of it
 * but what was never sent, and so do all of them where there is no list for the person any more. Gives the chats that have changed since they were read. Rejects as the calls do.
 */
export async function refreshChats(
  db: UserDatabase,
  token: string,
  nowMs: number,
): Promise<Chat[]> {
  const readNumber = nextReadNumber(db)
  // A chat that comes while the list is on its way is not in it.
  const before = await db.chats.toCollection().primaryKeys()
  const { chats, pages } = await logged('Failed to fetch chats', () => fetchList(db, token))
  const listed = new Set(chats.map(({ _id }) => _id))
  const missing = before.filter((id) => !listed.has(id))
  await saveList(db, { chats, gone: pages === 1 ? missing : [], readNumber, nowMs })
  // A chat that moves up while several pages are read may be on none of them: it is asked for by itself.
  if (pages > 1) for (const chatId of missing) await refreshMissing(db, token, chatId)
  const places = await db.chatPlaces.bulkGet(chats.map(({ _id }) => _id))
  return chats.filter(({ rev }, index) => rev > (places[index]?.cursor ?? -1))
}

/** In how many pages it came: one is the list of one moment. */
async function fetchList(
  db: UserDatabase,
  token: string,
): Promise<{ chats: readonly Chat[]; pages: number }> {
  const chats: Chat[] = []
  for (let pages = 1; ; pages += 1) {
    const before = chats.at(-1)?._id
    const input = {
      params: { userId: db.userId },
      query: { limit: String(listPageMax), ...(before === undefined ? {} : { before }) },
    }
    const page = await orGone(callApi(chatApi.listChats, input, { token }), [])
    chats.push(...page)
    if (page.length < listPageMax) return { chats, pages }
  }
}

/** A provider whose papers are no longer accepted has no chats at all. */
async function orGone<T>(call: Promise<T>, gone: T): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (isGone(error)) return gone
    throw error
  }
}

/** Notes that there is no list to read, for somebody who cannot have chats yet, or any more. */
export async function saveEmptyChatList(db: UserDatabase, nowMs: number): Promise<void> {
  const gone = await db.chats.toCollection().primaryKeys()
  await saveList(db, { chats: [], gone, readNumber: nextReadNumber(db), nowMs })
}

interface ReadList {
  readonly chats: readonly Chat[]
  /** Those that the server has no more. */
  readonly gone: readonly string[]
  readonly readNumber: number
  readonly nowMs: number
}

async function saveList(
  db: UserDatabase,
  { chats, gone, readNumber, nowMs }: ReadList,
): Promise<void> {
  const pictures = await userTransaction(db, forgettingTables(db), async () => {
    const leaving: string[] = []
    for (const chatId of gone)
      if (!isPassed(db, chatId, readNumber))
        leaving.push(...(await forgetChat(db, chatId, readNumber)))
    const newer = await newerOf(db, chats, readNumber)
    for (const chat of newer) leaving.push(...(await followReach(db, chat)))
    await db.chats.bulkPut(newer)
    await db.meta.put({ key: 'chatsAsOf', asOfMs: nowMs })
    return leaving
  })
  await forgetImages(pictures)
}

/**
 * Reads what is new in a chat: what changed since the last time, or its newest messages when there was none. Afterwards
 * the device has everything from its oldest message on. A chat that is not there for the person any more goes from the
 * device. Rejects as the calls do.
 */
export async function refreshChat(db: UserDatabase, token: string, chatId: string): Promise<void> {
  const readNumber = nextReadNumber(db)
  try {
    await logged('Failed to fetch messages', () => readOn(db, token, chatId))
  } catch (error) {
    if (isGone(error)) await forgetGone(db, chatId, readNumber)
    throw error
  }
}

/** Reads a chat that a list lacks; one that is gone is no failure. */
async function refreshMissing(db: UserDatabase, token: string, chatId: string): Promise<void> {
  const readNumber = nextReadNumber(db)
  try {
    await readOn(db, token, chatId)
  } catch (error) {
    if (!isGone(error)) throw error
    await forgetGone(db, chatId, readNumber)
  }
}

function isGone(error: unknown): boolean {
  return isApiProblem(error) && error.problem.code === 'not_found'
}

async function forgetGone(db: UserDatabase, chatId: string, readNumber: number): Promise<void> {
  const tables = forgettingTables(db)
  await forgetImages(await userTransaction(db, tables, () => forgetChat(db, chatId, readNumber)))
}

async function readOn(db: UserDatabase, token: string, chatId: string): Promise<void> {
  for (;;) {
    const cursor = await db.chatPlaces.get(chatId)
    const query = cursor
      ? { after: String(cursor.cursor), limit: String(changesPageMax) }
      : { limit: String(historyPageMax) }
    const readNumber = nextReadNumber(db)
    const page = await callApi(chatApi.getMessages, { params: { chatId }, query }, { token })
    const { pictures, anew } = await userTransaction(db, forgettingTables(db), async () => {
      if (await isOutdated(db, page.chat, readNumber)) return { pictures: [], anew: true }
      const leaving = await followReach(db, page.chat)
      const now = await db.chatPlaces.get(chatId)
      // What the person may read has changed, the chat went from the device, or another tab was first: it is read again.
      const turned = !cursor !== !now
      if (!turned) await storePage(db, now, page)
      if (!turned || (await db.chats.get(chatId))) {
        await db.chats.bulkPut(await newerOf(db, [page.chat], readNumber))
      }
      return { pictures: leaving, anew: turned }
    })
    await forgetImages(pictures)
    if (anew) continue
    if (!cursor || !page.more) return
  }
}

/** Keeps a page of what is new, but for changes of messages that are not on the device: those would leave holes. */
async function storePage(db: UserDatabase, now: ChatCursor | undefined, page: Page): Promise<void> {
  const messages = page.messages.filter(({ seq }) => !now?.older || seq >= now.oldestSeq)
  await storeMessages(db, messages)
  await db.chatPlaces.put(now ? movedOn(now, page) : firstCursor(page))
}

/** Another tab, or news of what the page holds, may come in between; more often than this in a row they do not. */
const olderTriesMax = 5

/**
 * Reads the messages before the oldest one on the device. Gives whether there are still older ones: `more` too where each
 * page was too old when it came.
 */
export async function loadOlder(
  db: UserDatabase,
  token: string,
  chatId: string,
  limit = historyPageMax,
): Promise<'more' | 'all'> {
  for (let tries = 0; tries < olderTriesMax; tries += 1) {
    const cursor = await db.chatPlaces.get(chatId)
    if (!cursor?.older) return 'all'
    const query = { before: String(cursor.oldestSeq), limit: String(limit) }
    const page = await callApi(chatApi.getMessages, { params: { chatId }, query }, { token })
    if (await storeOlder(db, cursor, page)) return page.more ? 'more' : 'all'
  }
  return 'more'
}

/** False where another tab read further back, or the device has learned of changes that the page is too old for. */
async function storeOlder(db: UserDatabase, cursor: ChatCursor, page: Page): Promise<boolean> {
  return userTransaction(db, [db.messages, db.chatPlaces, db.keptFiles], async () => {
    const now = await db.chatPlaces.get(cursor.chatId)
    if (now?.oldestSeq !== cursor.oldestSeq || now.cursor > page.chat.rev) return false
    await storeMessages(db, page.messages)
    const oldestSeq = page.messages[0]?.seq ?? cursor.oldestSeq
    await db.chatPlaces.put({ ...now, oldestSeq, older: page.more })
    return true
  })
}

/** Reads older messages until the device has a place, or everything. Rejects as the calls do. */
export async function loadBackTo(
  db: UserDatabase,
  token: string,
  { chatId, seq }: { readonly chatId: string; readonly seq: number },
): Promise<void> {
  for (;;) {
    const cursor = await db.chatPlaces.get(chatId)
    if (!cursor?.older || cursor.oldestSeq <= seq) return
    if ((await loadOlder(db, token, chatId, changesPageMax)) === 'all') return
  }
}

/** The chats to read now, of those that have changed: the ones used last. */
export function worthReading(changed: readonly Chat[]): string[] {
  return changed.slice(0, prefetchedChatsMax).map(({ _id }) => _id)
}

interface Page {
  readonly messages: readonly Message[]
  readonly more: boolean
  readonly chat: Chat
}

/** The chat was looked at before its messages: whoever has the page has everything up to the chat's own number. */
function firstCursor({ messages, more, chat }: Page): ChatCursor {
  return { chatId: chat._id, cursor: chat.rev, oldestSeq: messages[0]?.seq ?? 0, older: more }
}

/** Never back: two tabs may read the same chat. */
function movedOn(now: ChatCursor, { messages, more, chat }: Page): ChatCursor {
  const last = messages.at(-1)?.rev ?? now.cursor
  return { ...now, cursor: Math.max(now.cursor, last, more ? last : chat.rev) }
}

/** Spec 8: a chat that could not be read is logged, and the screen keeps what it has. Rejects as the work does. */
async function logged<T>(text: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // oxlint-disable-next-line no-console -- the specification asks for it
    console.warn(text, error instanceof Error ? error.message : error)
    throw error
  }
}

export interface ChatSyncDeps {
  readonly db: UserDatabase
  /** Runs a call of the person logged in. Rejects as the call does. */
  readonly call: <T>(work: (token: string) => Promise<T>) => Promise<T>
  readonly now: () => number
}

export interface ChatSync {
  /** Tells the server what was read here, and reads the list and every chat that has changed. */
  all(): Promise<void>
  /** Reads what is new in one chat. */
  chat(chatId: string): Promise<void>
  /** Tells the server how far the person has read. */
  marks(): Promise<void>
}

/**
 * Reads what others name: of calls for the same thing that come while one is under way, one more follows it, however
 * many there are. All reject as the calls do.
 */
export function createChatSync({ db, call, now }: ChatSyncDeps): ChatSync {
  const marks = onceMore(() => call((token) => sendReadMarks(db, token)))
  const chats = new Map<string, () => Promise<void>>()

  function chat(chatId: string): Promise<void> {
    const known = chats.get(chatId)
    if (known) return known()
    const read = onceMore(() => call((token) => refreshChat(db, token, chatId)))
    chats.set(chatId, read)
    return read()
  }

  const all = onceMore(async () => {
    await marks()
    const changed = await call((token) => refreshChats(db, token, now()))
    for (const chatId of worthReading(changed)) await chat(chatId)
  })

  return { all, chat, marks }
}
