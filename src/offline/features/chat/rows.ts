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
  /** Epoch milliseconds, for the order of the list. */
  readonly at: number
}

/** A draft as it is kept: the list of chats reads all of them, and the bytes of their files are in rows of their own. */
export interface DraftRow extends Omit<ChatDraft, 'file'> {
  readonly file: Omit<ChosenFile, 'data'> | null
}

export interface DraftFile {
  readonly chatId: string
  readonly data: ArrayBuffer
}

/** A file's bytes on this device: some browsers lose a Blob that was stored as one. */
export interface ChosenFile {
  readonly name: string
  readonly type: string
  readonly data: ArrayBuffer
}

/** How the upload of a message's file stands. */
export interface Attachment {
  /** Of its message, and of the operation that sends it. */
  readonly messageId: string
  readonly name: string
  readonly type: string
  readonly bytes: number
  /** Bytes on their way, for the progress on screen; 0 after a failure. */
  readonly sentBytes: number
  readonly uploaded: boolean
  readonly attempts: number
  /** Epoch milliseconds before which it is not uploaded. */
  readonly nextAttemptAt: number
  /** The last try got no answer of ours: the first answer to anything else ends the wait. */
  readonly unanswered?: boolean
}

/** The bytes of a file: of a message that waits, or of one that was fetched or sent. */
export interface StoredFile {
  readonly messageId: string
  readonly type: string
  readonly data: ArrayBuffer
}

/** A fetched file that may be thrown away again: the ones used longest ago leave first. */
export interface CachedFile extends StoredFile {
  readonly bytes: number
  /** Epoch milliseconds. */
  readonly usedAt: number
}
