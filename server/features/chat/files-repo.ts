import type { ChatFileKind } from '#contract/chat/file.ts'
import type { Queryable } from '#server/db/queryable.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import type { FileFacts } from './rows.ts'
import type { ChatRecord } from './write-repo.ts'

/** A file that was sent up, before or with its message. */
export interface StoredFile extends FileFacts {
  readonly messageId: string
  readonly chatId: string
  readonly senderId: string
  readonly blobKey: string
  readonly sentHash: string
}

/** A file with who sent it, which decides who may have it. */
export interface ServedFile {
  readonly blobKey: string
  readonly kind: ChatFileKind
  readonly name: string
  readonly senderId: string
}

const columns = `message_id as "messageId", chat_id as "chatId", sender_id as "senderId", blob_key as "blobKey",
  sent_hash as "sentHash", name, kind, bytes, width, height`

/** Stores what is told of a file; gives what stands there, which is the first file of that message. */
export async function insertFile(
  client: Queryable,
  chat: Authorized<ChatRecord>,
  file: Omit<StoredFile, 'chatId'>,
  at: Date,
): Promise<StoredFile | undefined> {
  await client.query({
    name: 'chat_file_insert',
    text: `insert into chat_files
        (message_id, chat_id, sender_id, blob_key, sent_hash, name, kind, bytes, width, height, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict (message_id) do nothing`,
    values: [
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
    ],
  })
  return fileOfMessage(client, file.messageId)
}

/** The file that was sent up for a message, whether that has come or not. */
export async function fileOfMessage(
  client: Queryable,
  messageId: string,
): Promise<StoredFile | undefined> {
  const { rows } = await client.query<StoredFile>({
    name: 'chat_file_of',
    text: `select ${columns} from chat_files where message_id = $1`,
    values: [messageId],
  })
  return rows[0]
}

/** The file of a message that has come. */
export async function servedFile(
  client: Queryable,
  chatId: string,
  messageId: string,
): Promise<ServedFile | undefined> {
  const { rows } = await client.query<ServedFile>({
    name: 'chat_file_served',
    text: `select blob_key as "blobKey", kind, name, sender_id as "senderId" from chat_files
      where message_id = $2 and chat_id = $1 and attached`,
    values: [chatId, messageId],
  })
  return rows[0]
}

/** How many files of a person wait for their messages. */
export async function waitingCount(client: Queryable, senderId: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>({
    name: 'chat_files_waiting',
    text: 'select count(*)::int as count from chat_files where sender_id = $1 and not attached',
    values: [senderId],
  })
  return rows[0]?.count ?? 0
}

/** Forgets files whose messages never came; gives the keys that nothing names any more. */
export async function forgetWaiting(
  client: Queryable,
  before: Date,
  max: number,
): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>({
    name: 'chat_files_forget',
    text: `delete from chat_files where message_id in (
        select message_id from chat_files where not attached and created_at < $1
        order by created_at limit $2 for update skip locked)
      returning blob_key as key`,
    values: [before, max],
  })
  return rows.map(({ key }) => key)
}
