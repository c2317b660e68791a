import { chatApi } from '#contract/chat/api.ts'
import {
  chatSettingsSchema,
  defaultChatSettings,
  type ChatSettings,
} from '#contract/chat/settings.ts'
import * as v from 'valibot'
import { callApi } from '#src/offline/api/api.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'

/** What the person lets others know, as the server last said; all off before that. For a live query. */
export async function readChatSettings(db: UserDatabase): Promise<ChatSettings> {
  const row = await db.meta.get('chatSettings')
  const parsed = v.safeParse(chatSettingsSchema, row?.key === 'chatSettings' && row.settings)
  return parsed.success ? parsed.output : defaultChatSettings
}

/** Rejects as the call does. */
export async function refreshChatSettings(db: UserDatabase, token: string): Promise<void> {
  await saveSettings(db, await callApi(chatApi.getChatSettings, {}, { token }))
}

/** Needs the server. Rejects as the call does, and then nothing changed. */
export async function saveChatSettings(
  db: UserDatabase,
  token: string,
  settings: ChatSettings,
): Promise<void> {
  await saveSettings(db, await callApi(chatApi.putChatSettings, { body: settings }, { token }))
}

async function saveSettings(db: UserDatabase, settings: ChatSettings): Promise<void> {
  await userTransaction(db, [], () => db.meta.put({ key: 'chatSettings', settings }))
}
