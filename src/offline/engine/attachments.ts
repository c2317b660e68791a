import type { UserDatabase } from '#src/offline/storage/database.ts'

/** A file's bytes on this device: some browsers lose a Blob that was stored as one. */
export interface ChosenFile {
  readonly name: string
  readonly type: string
  readonly data: ArrayBuffer
  /** Of a voice note: how long it is, in milliseconds. */
  readonly voiceMs?: number
}

/** The upload of an operation's file; rows on devices know the operation as `messageId`. */
export interface Attachment {
  /** Of the operation that the file goes with. */
  readonly messageId: string
  readonly name: string
  readonly type: string
  readonly bytes: number
  readonly voiceMs?: number
  /** Bytes on their way, for the progress on screen; 0 after a failure. */
  readonly sentBytes: number
  readonly uploaded: boolean
  readonly attempts: number
  /** Epoch milliseconds before which it is not uploaded. */
  readonly nextAttemptAt: number
  /** The same by the server's own wish, which no sign of life ends; rows of earlier builds have none. */
  readonly heldUntil?: number
  /** The last try got no answer of ours: the first answer to anything else ends the wait. */
  readonly unanswered?: boolean
}

/** The bytes of a file: of an operation that waits, or of one that was fetched or sent. */
export interface StoredFile {
  readonly messageId: string
  readonly type: string
  readonly data: ArrayBuffer
}

/** Stores the file of an operation until the server has acknowledged what it belongs to; inside a user transaction. */
export async function storeAttachment(
  db: UserDatabase,
  messageId: string,
  { name, type, data, voiceMs }: ChosenFile,
): Promise<void> {
  await db.attachments.put({
    messageId,
    name,
    type,
    bytes: data.byteLength,
    ...(voiceMs !== undefined && { voiceMs }),
    sentBytes: 0,
    uploaded: false,
    attempts: 0,
    nextAttemptAt: 0,
  })
  await db.attachmentFiles.put({ messageId, type, data })
}

/** Lets go of files whose operations are gone; inside a user transaction. */
export async function dropAttachments(db: UserDatabase, ids: readonly string[]): Promise<void> {
  await db.attachments.bulkDelete([...ids])
  await db.attachmentFiles.bulkDelete([...ids])
}

/** The file that an operation carries, as it was chosen. */
export async function attachmentOf(
  db: UserDatabase,
  messageId: string,
): Promise<ChosenFile | undefined> {
  const [attachment, file] = await Promise.all([
    db.attachments.get(messageId),
    db.attachmentFiles.get(messageId),
  ])
  if (!attachment || !file) return undefined
  const { name, voiceMs } = attachment
  return { name, type: file.type, data: file.data, ...(voiceMs !== undefined && { voiceMs }) }
}

/** The server does not have these files any more: they go up again. Inside a user transaction. */
export async function uploadAgain(db: UserDatabase, ids: readonly string[]): Promise<void> {
  await db.attachments
    .where('messageId')
    .anyOf([...ids])
    .modify({ uploaded: false, sentBytes: 0 })
}

/** Ids of the files that the server has: what waits for another one may not be sent yet. */
export async function uploadedIds(db: UserDatabase): Promise<ReadonlySet<string>> {
  const rows = await db.attachments.toArray()
  return new Set(rows.filter(({ uploaded }) => uploaded).map(({ messageId }) => messageId))
}
