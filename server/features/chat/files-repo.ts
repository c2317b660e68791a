import type { Queryable } from '#server/db/queryable.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import type { ChatRecord } from './chat.sql.ts'
import {
  chatFileInsert,
  chatFileOf,
  chatFileServed,
  chatFilesForget,
  chatFilesWaiting,
  type ServedFile,
  type StoredFile,
} from './messages.sql.ts'

/** Stores the facts of a file; gives the stored ones, which are of the first file of that message. */
export async function insertFile(
  client: Queryable,
  chat: Authorized<ChatRecord>,
  file: Omit<StoredFile, 'chatId'>,
  at: Date,
): Promise<StoredFile | undefined> {
  await chatFileInsert.run(client, [
    file.messageId,
    chat.id,
    file.senderId,
    file.blobKey,
    file.sentHash,
    file.name,
    file.kind,
    file.bytes,
    file.width,
    file.height,
    at,
    file.voiceMs ?? null,
  ])
  return fileOfMessage(client, file.messageId)
}

/** The file that was sent up for a message, whether that has come or not. */
export async function fileOfMessage(
  client: Queryable,
  messageId: string,
): Promise<StoredFile | undefined> {
  return chatFileOf.first(client, [messageId])
}

/** The file of a message that has come. */
export async function servedFile(
  client: Queryable,
  chatId: string,
  messageId: string,
): Promise<ServedFile | undefined> {
  return chatFileServed.first(client, [chatId, messageId])
}

/** How many files of a person wait for their messages. */
export async function waitingCount(client: Queryable, senderId: string): Promise<number> {
  const row = await chatFilesWaiting.first(client, [senderId])
  return row?.count ?? 0
}

/** Forgets files whose messages never came; gives the keys that nothing names any more. */
export async function forgetWaiting(
  client: Queryable,
  before: Date,
  max: number,
): Promise<string[]> {
  const rows = await chatFilesForget.all(client, [before, max])
  return rows.map(({ key }) => key)
}
