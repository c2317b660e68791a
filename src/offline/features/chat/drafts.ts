import type { UserDatabase } from '#src/offline/storage/database.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { withQuotaRetry } from '#src/offline/storage/quota.ts'
import type { ChatDraft } from './rows.ts'

/** What is written in a chat and not sent; undefined for nothing. For a live query. */
export async function readDraft(db: UserDatabase, chatId: string): Promise<ChatDraft | undefined> {
  const [draft, cached] = await Promise.all([
    db.chatDrafts.get(chatId),
    db.chatDraftFiles.get(chatId),
  ])
  return (
    draft && { ...draft, file: draft.file && cached ? { ...draft.file, data: cached.data } : null }
  )
}

/**
 * Keeps what is written, also while the app is closed; an empty draft is none. Throws `StorageFullError` and
 * `SessionEndedError`, and then the draft is as it was.
 */
export async function saveDraft(db: UserDatabase, draft: ChatDraft): Promise<void> {
  const empty = draft.text.trim() === '' && draft.file === null
  await withQuotaRetry(() =>
    userTransaction(db, [db.chatDrafts, db.chatDraftFiles], () =>
      empty ? dropDraft(db, draft.chatId) : putDraft(db, draft),
    ),
  )
}

/** Writes a draft and its file; inside a user transaction over both tables. */
export async function putDraft(
  db: UserDatabase,
  { chatId, text, file, at }: ChatDraft,
): Promise<void> {
  const stored = file && { name: file.name, type: file.type }
  await db.chatDrafts.put({ chatId, text, file: stored, at })
  if (file) await db.chatDraftFiles.put({ chatId, data: file.data })
  else await db.chatDraftFiles.delete(chatId)
}

/** Lets go of a draft and its file; inside a user transaction over both tables. */
export async function dropDraft(db: UserDatabase, chatId: string): Promise<void> {
  await db.chatDrafts.delete(chatId)
  await db.chatDraftFiles.delete(chatId)
}
