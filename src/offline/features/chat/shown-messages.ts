import * as v from 'valibot'
import {
  messageDeletionSchema,
  messageSchema,
  newMessageSchema,
  type Message,
  type NewMessage,
} from '#contract/chat/model.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { parseRows } from '#src/offline/storage/parse-rows.ts'
import type { OutboxRow } from '#src/offline/engine/outbox-row.ts'
import { messagesOf } from './store.ts'
import type { Attachment } from '#src/offline/engine/attachments.ts'

/** Whether a message has arrived, as its person sees it. */
export type MessageStatus =
  /** The server has it. */
  | { status: 'sent' }
  /** It waits for the network, its turn or its file; `progress` from 0 to 1 while the file goes up. */
  | { status: 'waiting'; progress: number | null }
  /** It has waited for a day: its person says whether it still goes. */
  | { status: 'asks' }
  /** It was refused, for this reason. */
  | { status: 'failed'; why: string }
  /** Only a newer build of the app can send it. */
  | { status: 'needs_upgrade' }
  /** Its person has deleted it, and the server does not know yet. */
  | { status: 'deleting' }

/** A message of a chat: one that the server has, or one that waits on this device. */
export interface ShownMessage {
  readonly id: string
  readonly senderId: string | null
  readonly content: string
  readonly fileUrl: string | null
  /** `bytes` alone is known of a file that waits; of one that is deleted, nothing. */
  readonly file: {
    readonly name: string
    readonly kind: string | null
    readonly bytes: number
    readonly width: number | null
    readonly height: number | null
  } | null
  /** Epoch milliseconds: the server's moment, or the tap's while it waits. */
  readonly at: number
  /** Its place; null while it waits. */
  readonly seq: number | null
  readonly deleted: boolean
  /** Of a deleted one: epoch milliseconds until which a report still shows what is locked away; null where nothing is. */
  readonly sealedUntil: number | null
  readonly delivery: MessageStatus
}

/**
 * The newest `count` messages of a chat on this device, oldest first, and behind them everything of it that waits. For a
 * live query: what waits is here from the tap on, and becomes the server's message in one step. With `upToSeq`, the
 * newest ones up to that place, and nothing that waits: a part of a long history.
 */
export async function readMessages(
  db: UserDatabase,
  chatId: string,
  count: number,
  upToSeq: number | null = null,
): Promise<ShownMessage[]> {
  const part = upToSeq === null ? messagesOf(db, chatId) : messagesUpTo(db, chatId, upToSeq)
  const [stored, waiting, attachments] = await Promise.all([
    // oxlint-disable-next-line unicorn/no-array-reverse -- a Dexie collection, which is read from its end
    part.reverse().limit(count).toArray(),
    db.outbox.where('lane').equals(`chat:${chatId}`).sortBy('seq'),
    db.attachments.toArray(),
  ])
  const messages = parseRows(messageSchema, stored).toReversed()
  const known = new Set(messages.map(({ _id }) => _id))
  const deleting = deletedIn(waiting)
  const shown = messages.map((message) => shownMessage(message, deleting))
  if (upToSeq !== null) return shown
  const pending = waiting.filter(({ kind, opId }) => kind === 'chat.send' && !known.has(opId))
  return [...shown, ...pending.flatMap((row) => shownWaiting(row, attachments))]
}

function messagesUpTo(db: UserDatabase, chatId: string, seq: number) {
  return db.messages.where('[chatId+seq]').between([chatId, 0], [chatId, seq], true, true)
}

/** Messages whose deletion waits. */
function deletedIn(rows: readonly OutboxRow[]): ReadonlySet<string> {
  return new Set(
    rows
      .filter(({ kind, state }) => kind === 'chat.delete' && state !== 'dead')
      .map(({ payload }) => v.safeParse(messageDeletionSchema, payload))
      .flatMap((parsed) => (parsed.success ? [parsed.output.messageId] : [])),
  )
}

function shownMessage(message: Message, deleting: ReadonlySet<string>): ShownMessage {
  const goes = deleting.has(message._id) && message.deletedAt === null
  const { _id: id, senderId, content, fileUrl, file, timestamp, seq, deletedAt } = message
  const sealedUntil = message.sealedUntil === undefined ? null : Date.parse(message.sealedUntil)
  const base = { id, senderId, at: Date.parse(timestamp), seq, sealedUntil }
  if (goes) {
    return { ...base, content: '', fileUrl: null, file: null, deleted: true, delivery: deletingNow }
  }
  return { ...base, content, fileUrl, file, deleted: deletedAt !== null, delivery: sent }
}

const sent: MessageStatus = { status: 'sent' }
const deletingNow: MessageStatus = { status: 'deleting' }

function shownWaiting(row: OutboxRow, attachments: readonly Attachment[]): ShownMessage[] {
  const parsed = v.safeParse(newMessageSchema, row.payload)
  if (!parsed.success) return []
  const attachment = attachments.find(({ messageId }) => messageId === row.opId)
  return [
    {
      id: row.opId,
      senderId: row.userId,
      content: parsed.output.content,
      fileUrl: null,
      file: waitingFile(parsed.output, attachment),
      at: row.createdAt,
      seq: null,
      deleted: false,
      sealedUntil: null,
      delivery: deliveryOf(row, attachment),
    },
  ]
}

function waitingFile(
  { file }: NewMessage,
  attachment: Attachment | undefined,
): ShownMessage['file'] {
  if (!file) return null
  const bytes = attachment?.bytes ?? 0
  return { name: file.name, kind: null, bytes, width: null, height: null }
}

function deliveryOf(row: OutboxRow, attachment: Attachment | undefined): MessageStatus {
  switch (row.state) {
    case 'pending':
      return { status: 'waiting', progress: attachment ? progressOf(attachment) : null }
    case 'asks':
      return { status: 'asks' }
    case 'needs_upgrade':
      return { status: 'needs_upgrade' }
    case 'dead':
      return { status: 'failed', why: row.lastError?.message ?? '' }
  }
}

function progressOf({ uploaded, sentBytes, bytes }: Attachment): number {
  return uploaded ? 1 : Math.min(1, sentBytes / Math.max(1, bytes))
}
