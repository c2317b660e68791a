import type { Queryable } from '#server/db/queryable.ts'
import type { Actor } from '#server/http/session/actor.ts'
import { maySpeakOfChat } from './policy.ts'
import { messageColumns, messageTables, type MessageRow } from './rows.ts'
import type { ChatRecord } from './write-repo.ts'

/** A message for its report, with those around it. */
export interface ReportedPart {
  readonly message: MessageRow
  /** By place, the message among them. */
  readonly around: readonly MessageRow[]
  /** Where its file is while it has one. The file stays until the transaction ends. */
  readonly blobKey: string | null
}

/**
 * A message with those on both sides of it, as the actor sees them, inside a transaction; undefined for one that they
 * cannot see, and for their own.
 */
export async function reportedPart(
  client: Queryable,
  actor: Actor,
  messageId: string,
  each: number,
): Promise<ReportedPart | undefined> {
  // The file first: whoever deletes the message waits then, and what is read of it next is one moment's.
  const blobKey = await heldFile(client, messageId)
  const { rows } = await client.query<MessageRow & { readonly chat: ChatRecord }>({
    name: 'chat_reported',
    text: `select ${messageColumns},
        json_build_object('id', c.id, 'clientId', c.client_id, 'providerId', c.provider_id) as chat
      from ${messageTables} join chats c on c.id = m.chat_id where m.id = $1`,
    values: [messageId],
  })
  const [message] = rows
  if (!message || maySpeakOfChat(actor, message.chat) !== 'allow') return undefined
  if (message.senderId === actor.userId) return undefined
  const around = await client.query<MessageRow>({
    name: 'chat_reported_around',
    text: `(select ${messageColumns} from ${messageTables}
        where m.chat_id = $1 and m.seq < $2 order by m.seq desc limit $3)
      union all
      (select ${messageColumns} from ${messageTables}
        where m.chat_id = $1 and m.seq > $2 order by m.seq limit $3)`,
    values: [message.chatId, message.seq, each],
  })
  return {
    message,
    around: [...around.rows, message].toSorted((a, b) => a.seq - b.seq),
    blobKey,
  }
}

async function heldFile(client: Queryable, messageId: string): Promise<string | null> {
  const { rows } = await client.query<{ blobKey: string }>({
    name: 'chat_reported_file',
    text: `select blob_key as "blobKey" from chat_files where message_id = $1 and attached for share`,
    values: [messageId],
  })
  return rows[0]?.blobKey ?? null
}
