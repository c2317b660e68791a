import type { Transaction } from 'dexie'
import type { ChatDraft, DraftRow } from './rows.ts'

/** Version 8 of the database: the bytes of a draft's file leave the draft, which the list of chats reads. */
export async function takeFilesApart(tx: Transaction): Promise<void> {
  const drafts = tx.table<ChatDraft | DraftRow, string>('chatDrafts')
  for (const draft of await drafts.toArray()) {
    const { chatId, file } = draft
    if (!file || !('data' in file)) continue
    await tx.table('chatDraftFiles').put({ chatId, data: file.data })
    await drafts.put({ ...draft, file: { name: file.name, type: file.type } })
  }
}
