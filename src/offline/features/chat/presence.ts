import * as v from 'valibot'
import { chatApi } from '#contract/chat/api.ts'
import { typingEveryMs, chatSettingsSchema, type ChatSettings } from '#contract/chat/settings.ts'
import { isApiProblem } from '#src/offline/api/api-error.ts'
import { callApi } from '#src/offline/api/api.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'

/** Notes how far the person has read; never back. It is counted at once, also without a network. */
export async function markRead(db: UserDatabase, chatId: string, seq: number): Promise<void> {
  await userTransaction(db, [db.chatReads], async () => {
    const known = await db.chatReads.get(chatId)
    if (!known || known.seq < seq) await db.chatReads.put({ chatId, seq, sent: false })
  })
}

/** Tells the server how far the person has read, chat by chat. Rejects as the calls do. */
export async function sendReadMarks(db: UserDatabase, token: string): Promise<void> {
  const unsent = await db.chatReads.filter(({ sent }) => !sent).toArray()
  for (const { chatId, seq } of unsent) {
    try {
      await callApi(chatApi.markRead, { params: { chatId }, body: { seq } }, { token })
    } catch (error) {
      // A chat that is no longer there needs no mark.
      if (!isApiProblem(error) || error.problem.code !== 'not_found') throw error
    }
    await userTransaction(db, [db.chatReads], async () => {
      const now = await db.chatReads.get(chatId)
      if (now?.seq === seq) await db.chatReads.put({ chatId, seq, sent: true })
    })
  }
}

/** Lets the other one know that the person is writing. Rejects as the call does. */
export async function sayTyping(token: string, chatId: string): Promise<void> {
  await callApi(chatApi.sayTyping, { params: { chatId } }, { token })
}

/** Calls `notify` with the first of many keystrokes, and again only when that has grown old. */
export function createTypingPace(notify: () => void, now: () => number): () => void {
  let notifiedAt = -Infinity
  return () => {
    if (Math.abs(now() - notifiedAt) < typingEveryMs) return
    notifiedAt = now()
    notify()
  }
}

/** What the person lets others know, as the server last said; undefined before that. For a live query. */
export async function readChatSettings(db: UserDatabase): Promise<ChatSettings | undefined> {
  const row = await db.meta.get('chatSettings')
  const parsed = v.safeParse(chatSettingsSchema, row?.key === 'chatSettings' && row.settings)
  return parsed.success ? parsed.output : undefined
}

/** How many times the person saved settings here: an answer to a question from before is out of date. */
let saves = 0

/** Rejects as the call does. */
export async function refreshChatSettings(db: UserDatabase, token: string): Promise<void> {
  const before = saves
  const settings = await callApi(chatApi.getChatSettings, {}, { token })
  if (saves === before) await storeSettings(db, settings)
}

/** Needs the server. Rejects as the call does, and then nothing changed. */
export async function saveChatSettings(
  db: UserDatabase,
  token: string,
  settings: ChatSettings,
): Promise<void> {
  const saved = await callApi(chatApi.putChatSettings, { body: settings }, { token })
  saves += 1
  await storeSettings(db, saved)
}

async function storeSettings(db: UserDatabase, settings: ChatSettings): Promise<void> {
  await userTransaction(db, [], () => db.meta.put({ key: 'chatSettings', settings }))
}
