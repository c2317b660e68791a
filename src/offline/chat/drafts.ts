import type { UserDatabase } from '../database.ts'
import { ownedTransaction } from '../owned-transaction.ts'
import { withRoom } from '../storage-room.ts'
import type { ChatDraft } from './rows.ts'

/** What is written in a chat and not sent; undefined for nothing. For a live query. */
export async function readDraft(db: UserDatabase, chatId: string): Promise<ChatDraft | undefined> {
  return await db.chatDrafts.get(chatId)
}

/**
 * Keeps what is written, also while the app is closed; an empty draft is none. Throws `StorageFullError` and
 * `SessionEndedError`, and then the draft is as it was.
 */
export async function keepDraft(db: UserDatabase, draft: ChatDraft): Promise<void> {
  const empty = draft.text.trim() === '' && draft.file === null
  await withRoom(() =>
    ownedTransaction(db, [db.chatDrafts], async () => {
      if (empty) await db.chatDrafts.delete(draft.chatId)
      else await db.chatDrafts.put(draft)
    }),
  )
}
