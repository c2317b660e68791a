import * as v from 'valibot'
import {
  messageSchema,
  newMessageSchema,
  type Message,
  type NewMessage,
  reactionChangeSchema,
  type Reaction,
} from '#contract/chat/model.ts'
import type { Attachment } from '#src/offline/engine/attachments.ts'
import { mayBeThere, type OutboxRow } from '#src/offline/engine/outbox-row.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { parseRows } from '#src/offline/storage/parse-rows.ts'
import { deletedIn } from './shown-chats.ts'
import { messagesOf, withReaction } from './store.ts'

/** Whether a message has arrived, as its person sees it; `mayBeThere` where a try was never answered. */
export type MessageStatus =
  /** The server has it. */
  | { status: 'sent' }
  /** It waits for the network, its turn or its file; `progress` from 0 to 1 while the file goes up. */
  | { status: 'waiting'; progress: number | null }
  /** It has waited for a day: its person says whether it still goes. `fixed` where it can no longer be changed. */
  | { status: 'asks'; mayBeThere?: boolean; fixed?: boolean }
  /** It was refused, for this reason. */
  | { status: 'failed'; why: string; mayBeThere?: boolean }
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
    /** Of a voice note. */
    readonly voiceMs?: number | undefined
  } | null
  /** Epoch milliseconds: the server's moment, or the tap's while it waits. */
  readonly at: number
  /** Its place; null while it waits. */
  readonly seq: number | null
  readonly deleted: boolean
  /** Of a deleted one: epoch milliseconds until which a report still shows what is locked away; null where nothing is. */
  readonly sealedUntil: number | null
  /** The message that it answers. */
  readonly quote: ShownQuote | null
  /** One of each person at most, one's own as it was tapped last. */
  readonly reactions: readonly Reaction[]
  readonly delivery: MessageStatus
}

/** What a message answers, as far as this device has it. */
export interface ShownQuote {
  readonly id: string
  /** Its place; null where this device was told of the id alone. */
  readonly seq: number | null
  /** Null for a message that is not on this device. */
  readonly message: {
    readonly senderId: string | null
    readonly content: string
    readonly file: Message['file']
    readonly deleted: boolean
  } | null
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
  const pending = waiting.filter(({ kind, opId }) => kind === 'chat.send' && !known.has(opId))
  const deleting = deletedIn(waiting)
  const quotes = await quotesOf(db, { messages, pending, deleting })
  const reacted = reactionsIn(waiting)
  const shown = messages.map((message) =>
    shownMessage(withWaiting(message, db.userId, reacted), { deleting, quotes }),
  )
  if (upToSeq !== null) return shown
  return [...shown, ...pending.flatMap((row) => shownWaiting(row, attachments, quotes))]
}

/** A message as a draft that answers it shows it. For a live query. */
export async function readQuote(db: UserDatabase, id: string): Promise<ShownQuote> {
  const [row, deletions] = await Promise.all([
    db.messages.get(id),
    db.outbox.filter(({ kind }) => kind === 'chat.delete').toArray(),
  ])
  const [message] = parseRows(messageSchema, row ? [row] : [])
  return { id, seq: message?.seq ?? null, message: quoted(message, deletedIn(deletions)) }
}

type Quotes = ReadonlyMap<string, ShownQuote>

/** What these messages answer, read in one step. */
async function quotesOf(
  db: UserDatabase,
  on: {
    readonly messages: readonly Message[]
    readonly pending: readonly OutboxRow[]
    readonly deleting: ReadonlySet<string>
  },
): Promise<Quotes> {
  const places = new Map<string, number | null>()
  for (const { payload } of on.pending) {
    const parsed = v.safeParse(newMessageSchema, payload)
    if (parsed.success && parsed.output.replyTo) places.set(parsed.output.replyTo, null)
  }
  for (const { replyTo } of on.messages) if (replyTo) places.set(replyTo._id, replyTo.seq)
  if (places.size === 0) return new Map()
  const rows = await db.messages.bulkGet([...places.keys()])
  const found = parseRows(
    messageSchema,
    rows.filter((row) => row !== undefined),
  )
  const foundOf = new Map(found.map((message) => [message._id, message]))
  return new Map(
    [...places].map(([id, place]) => {
      const message = foundOf.get(id)
      return [id, { id, seq: message?.seq ?? place, message: quoted(message, on.deleting) }]
    }),
  )
}

function quoted(
  message: Message | undefined,
  deleting: ReadonlySet<string>,
): ShownQuote['message'] {
  if (!message) return null
  const { _id, senderId, content, file, deletedAt } = message
  return { senderId, content, file, deleted: deletedAt !== null || deleting.has(_id) }
}

/** One's own reactions that wait, the last one of each message; those that were refused do not count. */
function reactionsIn(rows: readonly OutboxRow[]): ReadonlyMap<string, string | null> {
  return new Map(
    rows
      .filter(({ kind, state }) => kind === 'chat.react' && state !== 'dead')
      .map(({ payload }) => v.safeParse(reactionChangeSchema, payload))
      .flatMap((parsed) =>
        parsed.success ? [[parsed.output.messageId, parsed.output.reaction] as const] : [],
      ),
  )
}

function withWaiting(
  message: Message,
  userId: string,
  reacted: ReadonlyMap<string, string | null>,
): Message {
  const reaction = reacted.get(message._id)
  return reaction === undefined ? message : withReaction(message, userId, reaction)
}

function messagesUpTo(db: UserDatabase, chatId: string, seq: number) {
  return db.messages.where('[chatId+seq]').between([chatId, 0], [chatId, seq], true, true)
}

function shownMessage(
  message: Message,
  { deleting, quotes }: { deleting: ReadonlySet<string>; quotes: Quotes },
): ShownMessage {
  const goes = deleting.has(message._id) && message.deletedAt === null
  const gone = goes || message.deletedAt !== null
  const { _id: id, senderId, content, fileUrl, file, timestamp, seq, deletedAt } = message
  const sealedUntil = message.sealedUntil === undefined ? null : Date.parse(message.sealedUntil)
  const quote = gone ? null : (quotes.get(message.replyTo?._id ?? '') ?? null)
  const reactions = gone ? [] : (message.reactions ?? [])
  const base = { id, senderId, at: Date.parse(timestamp), seq, sealedUntil, quote, reactions }
  if (goes) {
    return { ...base, content: '', fileUrl: null, file: null, deleted: true, delivery: deletingNow }
  }
  return { ...base, content, fileUrl, file, deleted: deletedAt !== null, delivery: sent }
}

const sent: MessageStatus = { status: 'sent' }
const deletingNow: MessageStatus = { status: 'deleting' }

function shownWaiting(
  row: OutboxRow,
  attachments: readonly Attachment[],
  quotes: Quotes,
): ShownMessage[] {
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
      quote: quotes.get(parsed.output.replyTo ?? '') ?? null,
      reactions: [],
      delivery: deliveryOf(row, attachment),
    },
  ]
}

function waitingFile(
  { file }: NewMessage,
  attachment: Attachment | undefined,
): ShownMessage['file'] {
  if (!file) return null
  const { bytes = 0, voiceMs } = attachment ?? {}
  const facts = { name: file.name, kind: null, bytes, width: null, height: null }
  return voiceMs === undefined ? facts : { ...facts, voiceMs }
}

function deliveryOf(row: OutboxRow, attachment: Attachment | undefined): MessageStatus {
  const there = mayBeThere(row) && { mayBeThere: true }
  switch (row.state) {
    case 'pending':
      return { status: 'waiting', progress: attachment ? progressOf(attachment) : null }
    case 'asks':
      return { status: 'asks', ...there, ...(row.unanswered && { fixed: true }) }
    case 'needs_upgrade':
      return row.awaitsContract === undefined
        ? { status: 'needs_upgrade' }
        : { status: 'waiting', progress: null }
    case 'dead':
      return { status: 'failed', why: row.lastError?.message ?? '', ...there }
  }
}

function progressOf({ uploaded, sentBytes, bytes }: Attachment): number {
  return uploaded ? 1 : Math.min(1, sentBytes / Math.max(1, bytes))
}
