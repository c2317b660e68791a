import type { Transaction } from 'dexie'
import type { ChosenFile, StoredFile } from '#src/offline/engine/attachments.ts'

/** How much of a chat's history this device holds: everything from `oldestSeq` on, up to the change `cursor`. */
export interface ChatCursor {
  readonly chatId: string
  /** The newest change that was read: the next reading goes on from here. */
  readonly cursor: number
  readonly oldestSeq: number
  /** Whether the server has older messages. */
  readonly older: boolean
}

/** How far the person has read; `sent` once the server knows. */
export interface ChatRead {
  readonly chatId: string
  readonly seq: number
  readonly sent: boolean
}

/** What is written and not sent. It is never sent by itself. */
export interface ChatDraft {
  readonly chatId: string
  readonly text: string
  readonly file: ChosenFile | null
  /** The message that it answers; drafts from before there were replies have none. */
  readonly replyTo?: string | null
  /** Epoch milliseconds, for the order of the list. */
  readonly at: number
}

/** A draft as it is stored: the list of chats reads all of them, and the bytes of their files are in rows of their own. */
export interface DraftRow extends Omit<ChatDraft, 'file'> {
  readonly file: Omit<ChosenFile, 'data'> | null
}

export interface DraftFile {
  readonly chatId: string
  readonly data: ArrayBuffer
}

/** A file that was fetched or sent and may be thrown away again: the ones used longest ago leave first. */
export interface CachedFile extends StoredFile {
  readonly bytes: number
  /** Epoch milliseconds. */
  readonly usedAt: number
}

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
