import type { Message, Chat } from '#contract/chat/model.ts'
import type { ChosenFile } from '#src/offline/engine/attachments.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { userTransactionWithRoom } from '#src/offline/storage/user-transaction.ts'
import type { CachedFile, ChatDraft } from './rows.ts'

/**
 * Writes messages as the server sent them, inside a user transaction over `messages` and `keptFiles`. An older state of
 * one never takes the place of a newer: replies come in any order.
 */
export async function storeMessages(db: UserDatabase, given: readonly Message[]): Promise<void> {
  const known = await db.messages.bulkGet(given.map(({ _id }) => _id))
  const newer = given.filter((message, index) => (known[index]?.rev ?? -1) < message.rev)
  await db.messages.bulkPut(newer)
  const deleted = newer.filter(({ deletedAt }) => deletedAt !== null)
  await db.keptFiles.bulkDelete(deleted.map(({ _id }) => _id))
}

/** Issue of the design: the files of so many messages stay for offline, and no more than so many bytes. */
const cachedFilesMax = 50
const cachedBytesMax = 50 * 1024 * 1024

/**
 * Keeps the file of a message that was fetched or sent, in place of those used longest ago; inside a user transaction
 * over `messages` and `keptFiles`. Nothing is kept of a message that was deleted or taken away meanwhile.
 */
export async function keepFile(db: UserDatabase, file: CachedFile): Promise<void> {
  const message = await db.messages.get(file.messageId)
  if (!message || message.deletedAt !== null) return
  await db.keptFiles.put(file)
  const oldestFirst = await db.keptFiles.orderBy('usedAt').toArray()
  await db.keptFiles.bulkDelete(leaving(oldestFirst.toReversed()))
}

/** The files that go, of all of them, the ones used last first. */
function leaving(files: readonly CachedFile[]): string[] {
  let bytes = 0
  return files
    .filter((file, index) => {
      bytes += file.bytes
      return index >= cachedFilesMax || (index > 0 && bytes > cachedBytesMax)
    })
    .map(({ messageId }) => messageId)
}

/** The reads of somebody's chats by this page, by their number: the newest one, and the one that each chat came or went by. */
interface ReadNumbers {
  asked: number
  readonly stored: Map<string, number>
}

const readNumbers = new WeakMap<UserDatabase, ReadNumbers>()

function readNumbersOf(db: UserDatabase): ReadNumbers {
  const known = readNumbers.get(db) ?? { asked: 0, stored: new Map<string, number>() }
  readNumbers.set(db, known)
  return known
}

/** The number of a read that begins now. */
export function nextReadNumber(db: UserDatabase): number {
  return (readNumbersOf(db).asked += 1)
}

/** Notes by which read a chat came or went. */
function noteRead(db: UserDatabase, chatId: string, readNumber: number): void {
  readNumbersOf(db).stored.set(chatId, readNumber)
}

/** Whether a later read has stored a chat already, or taken it away. */
export function isPassed(db: UserDatabase, chatId: string, readNumber: number): boolean {
  return readNumber < (readNumbersOf(db).stored.get(chatId) ?? 0)
}

/** Whether a later read has found that the chat is gone, or that the person may read more or less of it. */
export async function isOutdated(
  db: UserDatabase,
  chat: Chat,
  readNumber: number,
): Promise<boolean> {
  if (!isPassed(db, chat._id, readNumber)) return false
  const known = await db.chats.get(chat._id)
  return !known || (known.reads ?? 'all') !== (chat.reads ?? 'all')
}

/**
 * The chats that are to be written. What one read has found may come after what a later one has, and most of what a list
 * says again and again is on the device; somebody's name or what two people are to one another changes without a new `rev`.
 */
export async function newerOf(
  db: UserDatabase,
  chats: readonly Chat[],
  readNumber: number,
): Promise<Chat[]> {
  const known = await db.chats.bulkGet(chats.map(({ _id }) => _id))
  const newer: Chat[] = []
  for (const [index, chat] of chats.entries()) {
    const row = known[index]
    const ahead = row ? chat.rev - row.rev : 0
    if (ahead < 0 || (ahead === 0 && isPassed(db, chat._id, readNumber))) continue
    noteRead(db, chat._id, readNumber)
    if (JSON.stringify(chat) !== JSON.stringify(row)) newer.push(chat)
  }
  return newer
}

/**
 * What the list shows of a chat follows what this device has just learned, and no list from before that takes its place;
 * inside a user transaction over `chats`.
 */
export async function noteLastMessage(db: UserDatabase, message: Message): Promise<void> {
  const chat = await db.chats.get(message.chatId)
  if (chat && (chat.lastMessage?.seq ?? 0) <= message.seq) {
    const rev = Math.max(chat.rev, message.rev)
    await db.chats.put({ ...chat, rev, lastMessage: message })
  }
}

/** What is left of a message that was deleted. */
export function asTrace(message: Message, rev: number, deletedAt: string): Message {
  const { reactions: _reactions, ...left } = message
  return { ...left, rev, deletedAt, content: '', fileUrl: null, file: null }
}

/** A message with somebody's reaction, in the place of their earlier one; null is none. */
export function withReaction<T extends Pick<Message, 'reactions'>>(
  message: T,
  userId: string,
  reaction: string | null,
): T {
  const others = message.reactions?.filter((each) => each.userId !== userId) ?? []
  return { ...message, reactions: reaction === null ? others : [...others, { userId, reaction }] }
}

/** The moment of what is written in a chat and not sent, in epoch milliseconds; null for nothing. For a live query. */
export async function draftMoment(db: UserDatabase, chatId: string): Promise<number | null> {
  return (await db.chatDrafts.get(chatId))?.at ?? null
}

/** What is written in a chat and not sent; undefined for nothing. For a live query. */
export async function readDraft(db: UserDatabase, chatId: string): Promise<ChatDraft | undefined> {
  const [draft, cached] = await Promise.all([
    db.chatDrafts.get(chatId),
    db.chatDraftFiles.get(chatId),
  ])
  return (
    draft && { ...draft, file: draft.file && cached ? { ...draft.file, data: cached.data } : null }
  )
}

/** Of files that this page has stored, the `at` of the draft that each was stored with last. */
const storedWith = new WeakMap<ArrayBuffer, number>()

/**
 * Keeps what is written, also while the app is closed; an empty draft is none. Its file is written once and not with each
 * letter. Throws `StorageFullError` and `SessionEndedError`, and then the draft is as it was.
 */
export async function saveDraft(db: UserDatabase, draft: ChatDraft): Promise<void> {
  await writeDraft(db, draft, () => Promise.resolve(undefined))
}

/**
 * The same where the draft goes on from the one of the moment `from`, null for none. What another page has stored in its
 * place stays, and is given: nothing was written then.
 */
export async function saveDraftFrom(
  db: UserDatabase,
  draft: ChatDraft,
  from: number | null,
): Promise<ChatDraft | undefined> {
  return await writeDraft(db, draft, async () => {
    const known = await db.chatDrafts.get(draft.chatId)
    // A write that was repeated may have gone well the first time.
    const ours = known === undefined || known.at === from || known.at === draft.at
    return ours ? undefined : await readDraft(db, draft.chatId)
  })
}

/** Whether it is nothing to keep. */
export function isEmptyDraft({ text, file }: ChatDraft): boolean {
  return text.trim() === '' && file === null
}

async function writeDraft(
  db: UserDatabase,
  draft: ChatDraft,
  inTheWay: () => Promise<ChatDraft | undefined>,
): Promise<ChatDraft | undefined> {
  const tables = [db.chatDrafts, db.chatDraftFiles]
  const other = await userTransactionWithRoom(db, tables, async () => {
    const found = await inTheWay()
    if (!found) await (isEmptyDraft(draft) ? dropDraft(db, draft.chatId) : putDraft(db, draft))
    return found
  })
  if (draft.file && !other) storedWith.set(draft.file.data, draft.at)
  return other
}

/** Writes a draft and its file; inside a user transaction over both tables. */
export async function putDraft(
  db: UserDatabase,
  { chatId, text, file, replyTo, at }: ChatDraft,
): Promise<void> {
  const known = await db.chatDrafts.get(chatId)
  const stored = file && factsOf(file)
  await db.chatDrafts.put({ chatId, text, file: stored, ...(replyTo && { replyTo }), at })
  if (!file) await db.chatDraftFiles.delete(chatId)
  // Another tab may have stored another file since, or sent this one.
  else if (!known?.file || known.at !== storedWith.get(file.data))
    await db.chatDraftFiles.put({ chatId, data: file.data })
}

function factsOf({ data: _data, ...facts }: ChosenFile): Omit<ChosenFile, 'data'> {
  return facts
}

/**
 * Lets go of a draft and its file; inside a user transaction over both tables. With `from` only of the draft of that
 * moment, and null is none.
 */
export async function dropDraft(
  db: UserDatabase,
  chatId: string,
  from?: number | null,
): Promise<void> {
  if (from !== undefined && (await db.chatDrafts.get(chatId))?.at !== from) return
  await db.chatDrafts.delete(chatId)
  await db.chatDraftFiles.delete(chatId)
}

/** What forgetting touches, for the owned transaction that does it. */
export function forgettingTables(db: UserDatabase) {
  return [db.chats, db.messages, db.chatPlaces, db.chatReads, db.keptFiles]
}

/**
 * Takes everything of a chat from the device but what was never sent: that is its writer's own; no read from before brings it
 * back. Gives the pictures of its people, which are stored elsewhere (`forgetImages`). Inside a user transaction.
 */
export async function forgetChat(
  db: UserDatabase,
  chatId: string,
  readNumber = nextReadNumber(db),
): Promise<string[]> {
  noteRead(db, chatId, readNumber)
  const chat = await db.chats.get(chatId)
  const ids = await messagesOf(db, chatId).primaryKeys()
  await db.messages.bulkDelete(ids)
  await db.keptFiles.bulkDelete(ids)
  await db.chats.delete(chatId)
  await db.chatPlaces.delete(chatId)
  await db.chatReads.delete(chatId)
  return picturesOf(db, chat)
}

/**
 * Follows what the person may read of a chat. Whoever was shut out of it keeps their own messages alone; whoever is let
 * in again reads it from its newest message on, as on a new device. Gives the pictures that go. Inside an owned
 * transaction, before the chat is written.
 */
export async function followReach(db: UserDatabase, chat: Chat): Promise<string[]> {
  const known = await db.chats.get(chat._id)
  if (!known || (known.reads ?? 'all') === (chat.reads ?? 'all')) return []
  await db.chatPlaces.delete(chat._id)
  if (chat.reads !== 'own') return []
  const others = messagesOf(db, chat._id).filter(({ senderId }) => senderId !== db.userId)
  const ids = await others.primaryKeys()
  await db.messages.bulkDelete(ids)
  await db.keptFiles.bulkDelete(ids)
  await messagesOf(db, chat._id).modify((message) => {
    message.reactions = message.reactions?.filter(({ userId }) => userId === db.userId)
  })
  return picturesOf(db, known)
}

/** A chat's messages by place, as far as they are on the device. */
export function messagesOf(db: UserDatabase, chatId: string) {
  return db.messages.where('[chatId+seq]').between([chatId, 0], [chatId, Infinity])
}

function picturesOf({ userId }: UserDatabase, chat: Chat | undefined): string[] {
  const others = chat?.members.filter(({ _id }) => _id !== userId) ?? []
  return others.flatMap(({ profileImg }) => profileImg ?? [])
}
