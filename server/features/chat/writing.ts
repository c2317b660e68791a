import type { ChatSettings } from '#contract/chat/settings.ts'
import type { LocalDate } from '#contract/local-date.ts'
import type { ProblemCode } from '#contract/problem.ts'
import type { Queryable } from '#server/db/orm.ts'
import { lockPairs, pairStatuses, type PairStatus } from '#server/features/connections/index.ts'
import { addNotice } from '#server/features/notices/index.ts'
import { authorize, type Authorized } from '#server/http/session/authorize.ts'
import type { Actor } from '#server/http/session/caller.ts'
import {
  chatNoticeForget,
  type ChatRecord,
  knownChats,
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
import { mayWriteChat, type ChatOwner } from './policy.ts'

/** A chat that the actor may write to, or why not. */
export type Writable = Authorized<ChatRecord> | ProblemCode

/**
 * Decides for each chat whether the actor may write to it, and holds that until the transaction ends: the lock of the
 * pair keeps a connection from ending under a message.
 */
export async function writableChats(
  client: Queryable,
  actor: Actor,
  chatIds: readonly string[],
  today: LocalDate,
): Promise<Map<string, Writable>> {
  const found = await chatRecords(client, [...new Set(chatIds)])
  const verdicts = new Map<string, Writable>(chatIds.map((id) => [id, 'not_found']))
  const others = new Map<string, string>()
  for (const [id, chat] of found) {
    const verdict = mayWriteChat(actor, chat)
    const otherId = otherOf(chat, actor.userId)
    if (verdict !== 'allow') verdicts.set(id, verdict)
    else if (otherId === null) verdicts.set(id, 'chat_closed')
    else others.set(id, otherId)
  }
  if (others.size === 0) return verdicts

  const otherIds = [...others.values()]
  await lockPairs(client, actor.userId, otherIds)
  const statuses = await pairStatuses(client, actor.userId, otherIds, today)
  for (const [id, otherId] of others) {
    const chat = found.get(id)
    const status = statuses.get(otherId)
    const open = status?.relation === 'connected' && chat?.available === true
    if (open) verdicts.set(id, authorize(actor, chat, mayWriteChat))
    // To a provider who does not see the client, the chat is not there.
    else verdicts.set(id, isHidden(actor, status) ? 'not_found' : 'chat_closed')
  }
  return verdicts
}

/** Those of some chats that the actor has, whether they can write there or not. */
export async function chatsOf(
  client: Queryable,
  actor: Actor,
  chatIds: readonly string[],
): Promise<ChatRecord[]> {
  const found = await chatRecords(client, [...new Set(chatIds)])
  return [...found.values()].filter((chat) => mayWriteChat(actor, chat) === 'allow')
}

function isHidden({ userType }: Actor, status: PairStatus | undefined): boolean {
  return userType === 'ServiceProvider' && status?.relation === 'unavailable'
}

/** The other one of a chat's people; null for one who has deleted their account. */
export function otherOf(
  { clientId, providerId }: Pick<ChatRecord, 'clientId' | 'providerId'>,
  userId: string,
): string | null {
  return clientId === userId ? providerId : clientId
}

/** Everybody who has the chat. */
export function peopleOf({ clientId, providerId }: ChatRecord): string[] {
  return [clientId, providerId].filter((id) => id !== null)
}

const kind = 'message.received'

/** Tells the other one of new messages: one notice for a chat, however many there are. */
export async function noteMessages(
  client: Queryable,
  chat: ChatRecord,
  last: { senderId: string; id: string; at: Date },
): Promise<void> {
  const userId = otherOf(chat, last.senderId)
  if (userId === null) return
  const { id, senderId: actorId, at } = last
  await addNotice(client, { id, userId, actorId, kind, aboutId: chat.id, at })
}

/** Whoever has read a chat to its end need not be told of it any more. */
export async function forgetNotice(
  client: Queryable,
  { id }: ChatRecord,
  userId: string,
): Promise<void> {
  await chatNoticeForget.run(client, [id, userId, kind])
}

/** A message on its way in. */
interface GivenMessage {
  readonly id: string
  readonly content: string
  readonly withFile: boolean
  readonly replyTo: string | undefined
}

/** Chats by their ids, whosever they are. */
async function chatRecords(
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
