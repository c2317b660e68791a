import * as v from 'valibot'
import {
  chatSchema,
  messageDeletionSchema,
  newMessageSchema,
  unreadMax,
  type Chat,
  type ChatMember,
} from '#contract/chat/model.ts'
import type { OutboxRow } from '#src/offline/engine/outbox-row.ts'
import { readHidden } from '#src/offline/features/safety.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { parseRows } from '#src/offline/storage/parse-rows.ts'
import type { ChatRead, DraftRow } from './rows.ts'

/** The line under a name in the list of chats. */
export type LastLine =
  | { kind: 'none' }
  | {
      kind: 'message'
      text: string
      fileName: string | null
      /** The file is a voice note. */
      voice?: boolean
      mine: boolean
      deleted: boolean
    }
  /** Written on this device and not with the server yet, or refused by it. */
  | { kind: 'waiting'; text: string; fileName: string | null; voice?: boolean; failed: boolean }
  | { kind: 'draft'; text: string; fileName: string | null; voice?: boolean }

export interface ShownChat {
  readonly chat: Chat
  /** Undefined once they have deleted their account. */
  readonly other: ChatMember | undefined
  /** Up to `unreadMax`. */
  readonly unread: number
  readonly lastLine: LastLine
  /** Messages of this chat that wait on this device, refused ones too. */
  readonly unsent: number
  /** Epoch milliseconds of the last thing that happened. */
  readonly at: number
}

/** The chats on this device, the latest first, with what waits here laid over what the server said. For a live query. */
export async function readChats(db: UserDatabase): Promise<ShownChat[]> {
  return await db.transaction('r', shownTables(db), () => readShown(db))
}

/** What a list of chats is drawn from. */
export function shownTables(db: UserDatabase) {
  const { chats, chatReads, chatDrafts, messages, attachments, blocks, outbox } = db
  return [chats, chatReads, chatDrafts, messages, attachments, blocks, outbox]
}

async function readShown(db: UserDatabase): Promise<ShownChat[]> {
  const [chats, reads, hidden, drafts, waiting] = await Promise.all([
    db.chats.toArray(),
    db.chatReads.toArray(),
    readHidden(db),
    db.chatDrafts.toArray(),
    db.outbox.where('lane').startsWith('chat:').toArray(),
  ])
  const readOf = new Map(reads.map((read) => [read.chatId, read]))
  const draftOf = new Map(drafts.map((draft) => [draft.chatId, draft]))
  const sends = waiting.filter(({ kind }) => kind === 'chat.send')
  const deleted = deletedIn(waiting)
  const rowsOf = Map.groupBy(sends, ({ lane }) => lane.slice('chat:'.length))
  const shown: ShownChat[] = []
  for (const chat of parseRows(chatSchema, chats)) {
    const rows = rowsOf.get(chat._id) ?? []
    const unread = isWith(hidden, chat) ? 0 : await unreadOf(db, chat, readOf.get(chat._id))
    const voice = await isVoice(db, rows.at(-1))
    const deleting = deleted.has(chat.lastMessage?._id ?? '')
    const draft = draftOf.get(chat._id)
    shown.push(shownChat(db.userId, chat, { unread, rows, voice, deleting, draft }))
  }
  return shown.sort((a, b) => b.at - a.at)
}

/** Whether what waits is a voice note: the message itself says the name of its file alone. */
async function isVoice(db: UserDatabase, row: OutboxRow | undefined): Promise<boolean> {
  const [blobId] = row?.blobIds ?? []
  const file = blobId === undefined ? undefined : await db.attachments.get(blobId)
  return file?.voiceMs !== undefined
}

/**
 * How many messages are unread in all chats together, but those of people who are blocked: the number on the app's icon
 * and its navigation.
 */
export async function unreadTotal(db: UserDatabase): Promise<number> {
  const { chats, chatReads, messages, blocks, outbox } = db
  const tables = [chats, chatReads, messages, blocks, outbox]
  return await db.transaction('r', tables, () => countUnread(db))
}

async function countUnread(db: UserDatabase): Promise<number> {
  const [chats, reads, hidden] = await Promise.all([
    db.chats.toArray(),
    db.chatReads.toArray(),
    readHidden(db),
  ])
  const readOf = new Map(reads.map((read) => [read.chatId, read]))
  let total = 0
  for (const chat of parseRows(chatSchema, chats)) {
    if (!isWith(hidden, chat)) total += await unreadOf(db, chat, readOf.get(chat._id))
  }
  return total
}

/** Whether one of these people is in a chat. */
export function isWith(people: ReadonlySet<string>, { members }: Chat): boolean {
  return members.some(({ _id }) => people.has(_id))
}

/**
 * The server's count, or our own where the person has read further on this device than the server knew when it counted:
 * everything behind that is on the device then.
 */
export async function unreadOf(
  db: UserDatabase,
  { _id, readSeq, unread }: Chat,
  read: ChatRead | undefined,
): Promise<number> {
  if (unread === 0 || !read || read.seq <= readSeq) return unread
  const behind = db.messages
    .where('[chatId+seq]')
    .between([_id, read.seq], [_id, Infinity], false, false)
    .filter(({ senderId, deletedAt }) => senderId !== db.userId && deletedAt === null)
  return Math.min(unread, unreadMax, await behind.count())
}

/** Messages whose deletion waits. */
export function deletedIn(rows: readonly OutboxRow[]): ReadonlySet<string> {
  return new Set(
    rows
      .filter(({ kind, state }) => kind === 'chat.delete' && state !== 'dead')
      .map(({ payload }) => v.safeParse(messageDeletionSchema, payload))
      .flatMap((parsed) => (parsed.success ? [parsed.output.messageId] : [])),
  )
}

interface OnDevice {
  readonly unread: number
  readonly rows: readonly OutboxRow[]
  /** The newest of them is a voice note. */
  readonly voice: boolean
  /** The last message is deleted, and the server does not know yet. */
  readonly deleting: boolean
  readonly draft: DraftRow | undefined
}

function shownChat(userId: string, chat: Chat, onDevice: OnDevice): ShownChat {
  const { unread, rows, draft } = onDevice
  const { lastMessage } = chat
  const newest = rows.at(-1)
  return {
    chat,
    other: chat.members.find(({ _id }) => _id !== userId),
    unread,
    lastLine: lastLineOf(userId, chat, onDevice),
    unsent: rows.length,
    at: Math.max(
      Date.parse(lastMessage?.timestamp ?? chat.createdAt),
      newest?.createdAt ?? 0,
      draft?.at ?? 0,
    ),
  }
}

/** A draft is what its person has to come back to, and what waits is newer than what has arrived. */
function lastLineOf(
  userId: string,
  { lastMessage }: Chat,
  { rows, voice, deleting, draft }: OnDevice,
): LastLine {
  const waiting = rows.at(-1)
  if (draft) {
    const { text, file } = draft
    const base = { kind: 'draft', text, fileName: file?.name ?? null } as const
    return file?.voiceMs === undefined ? base : { ...base, voice: true }
  }
  const message = v.safeParse(newMessageSchema, waiting?.payload)
  if (waiting && message.success) {
    const { content, file } = message.output
    const failed = waiting.state === 'dead'
    const base = { kind: 'waiting', text: content, fileName: file?.name ?? null, failed } as const
    return voice ? { ...base, voice } : base
  }
  if (!lastMessage) return { kind: 'none' }
  const { content, file, senderId, deletedAt } = lastMessage
  const mine = senderId === userId
  if (deleting) return { kind: 'message', text: '', fileName: null, mine, deleted: true }
  return {
    kind: 'message',
    text: content,
    fileName: file?.name ?? null,
    ...(file?.voiceMs !== undefined && { voice: true }),
    mine,
    deleted: deletedAt !== null,
  }
}
