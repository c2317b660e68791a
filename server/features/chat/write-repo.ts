import type { ChatSettings } from '#contract/chat/settings.ts'
import type { Queryable } from '#server/db/queryable.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import {
  knownChats,
  type ChatRecord,
  type KnownChat,
  chatSettingsOf,
  chatSettingsPut,
  chatPaceOf,
  chatPaceNote,
} from './chat.sql.ts'
import {
  chatAnswerable,
  chatAppend,
  chatErase,
  chatMessageRecord,
  chatWaitingFiles,
  type Appended,
  type OwnMessage,
} from './messages.sql.ts'
import type { ChatOwner } from './policy.ts'

/** A message on its way in. */
export interface GivenMessage {
  readonly id: string
  readonly content: string
  readonly withFile: boolean
  readonly replyTo: string | undefined
}

/** Chats by their ids, whosever they are. */
export async function chatRecords(
  client: Queryable,
  ids: readonly string[],
): Promise<Map<string, KnownChat>> {
  const rows = await knownChats.all(client, [ids])
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Appends messages of one person to a chat, in the order given, with the files that are there for them; an id that any
 * message has already is left out. The chat's row stays locked until the transaction ends, so that no later number is
 * seen before an earlier one.
 */
export async function appendMessages(
  client: Queryable,
  chat: Authorized<ChatRecord>,
  given: { senderId: string; messages: readonly GivenMessage[]; at: Date },
): Promise<Map<string, Appended>> {
  const { senderId, messages, at } = given
  const rows = await chatAppend.all(client, [
    chat.id,
    senderId,
    messages.length,
    messages.map(({ id }) => id),
    messages.map(({ content }) => content),
    at,
    messages.filter(({ withFile }) => withFile).map(({ id }) => id),
    messages.map(({ replyTo }) => replyTo ?? null),
  ])
  return new Map(rows.map((row) => [row.id, row]))
}

/** Which of these messages are in the chats that they are looked for in. */
export async function answerableMessages(
  client: Queryable,
  wanted: readonly { readonly id: string; readonly chatId: string }[],
): Promise<Set<string>> {
  if (wanted.length === 0) return new Set()
  const rows = await chatAnswerable.all(client, [
    wanted.map(({ id }) => id),
    wanted.map(({ chatId }) => chatId),
  ])
  return new Set(rows.map(({ id }) => id))
}

/** Whose of these messages a file has been uploaded for, by their sender to their chat. */
export async function waitingFiles(
  client: Queryable,
  senderId: string,
  messages: readonly { readonly id: string; readonly chatId: string }[],
): Promise<Set<string>> {
  if (messages.length === 0) return new Set()
  const rows = await chatWaitingFiles.all(client, [
    senderId,
    messages.map(({ id }) => id),
    messages.map(({ chatId }) => chatId),
  ])
  return new Set(rows.map(({ id }) => id))
}

/**
 * Takes the words and the file out of a message and leaves its trace; the same again changes nothing. Gives the trace
 * and the key of the file that nothing names any more.
 */
export async function eraseMessage(
  client: Queryable,
  message: Authorized<OwnMessage>,
  at: Date,
): Promise<{ rev: number; at: Date; blobKey: string | undefined }> {
  const row = await chatErase.first(client, [message.id, message.chatId, at])
  if (!row) throw new Error('A message went away while it was deleted')
  return { ...row, blobKey: row.blobKey ?? undefined }
}

/** A message of a chat; undefined for one that is not there. */
export async function messageRecord(
  client: Queryable,
  chatId: string,
  id: string,
): Promise<OwnMessage | undefined> {
  return chatMessageRecord.first(client, [chatId, id])
}

/** What a person has chosen; undefined while they have chosen nothing. */
export async function settingsOf(
  client: Queryable,
  { userId }: Pick<ChatOwner, 'userId'>,
): Promise<ChatSettings | undefined> {
  return chatSettingsOf.first(client, [userId])
}

export async function putSettings(
  client: Queryable,
  own: Authorized<ChatOwner>,
  { readReceipts, typing, away }: ChatSettings,
): Promise<void> {
  await chatSettingsPut.run(client, [
    own.userId,
    readReceipts,
    typing,
    away && JSON.stringify(away),
  ])
}

/** Up to when a person's sending is used up, in epoch milliseconds. */
export async function paceOf(client: Queryable, { userId }: ChatOwner): Promise<number> {
  const row = await chatPaceOf.first(client, [userId])
  return row?.until?.getTime() ?? 0
}

/** Notes it; the person's own lock is held. */
export async function notePace(
  client: Queryable,
  { userId }: Authorized<ChatOwner>,
  untilMs: number,
): Promise<void> {
  await chatPaceNote.run(client, [userId, new Date(untilMs)])
}
