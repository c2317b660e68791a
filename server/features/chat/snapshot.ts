import type { Queryable } from '#server/db/queryable.ts'
import type { Actor } from '#server/http/session/actor.ts'
import { maySpeakOfChat } from './policy.ts'
import type { MessageRow } from './messages.sql.ts'
import { chatReported, chatReportedAround, chatReportedFile } from './chat.sql.ts'

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
  const message = await chatReported.first(client, [messageId])
  if (!message || maySpeakOfChat(actor, message.chat) !== 'allow') return undefined
  if (message.senderId === actor.userId) return undefined
  const around = await chatReportedAround.all(client, [message.chatId, message.seq, each])
  return {
    message,
    around: [...around, message].toSorted((a, b) => a.seq - b.seq),
    blobKey,
  }
}

async function heldFile(client: Queryable, messageId: string): Promise<string | null> {
  const row = await chatReportedFile.first(client, [messageId])
  return row?.blobKey ?? null
}
