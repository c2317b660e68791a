import type pg from 'pg'
import type { chatApi } from '#contract/chat/api.ts'
import type { Chat, ChatMemberView, Message } from '#contract/chat/model.ts'
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts'
import { utcDate, newestAdultBirthDate, type LocalDate } from '#contract/local-date.ts'
import type { Queryable } from '#server/db/orm.ts'
import { pairStatuses, type PairStatus } from '#server/features/connections/index.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import { authorize, type Authorized } from '#server/http/session/authorize.ts'
import type { Actor } from '#server/http/session/caller.ts'
import { chatBetween, chatList, chatOne, chatsHead, type ListedChat } from './chat.sql.ts'
import { chatMessages, chatMessagesById, type MessageRow } from './messages.sql.ts'
import { mayListChats, mayReadChat, mayReadMessage } from './policy.ts'
import { presentChat, presentMessage, presentOwnMessage, type ShownState } from './present.ts'

export type ChatReading = ReturnType<typeof createChatReading>
type MessagesPage = ReplyOf<typeof chatApi.getMessages>

/** What people read of their chats. */
export function createChatReading({ pool, now }: { pool: pg.Pool; now: () => number }) {
  /** Throws `not_found` for anybody else's list. */
  async function list(
    actor: Actor,
    userId: string,
    { before, limit }: QueryOf<typeof chatApi.listChats>,
  ): Promise<Chat[]> {
    const own = authorize(actor, { userId }, mayListChats)
    return present(actor, await chatsOf(pool, reader(own), { before, limit }))
  }

  /**
   * A page of a chat, and the chat as it was just before: whoever has read the page has everything up to the chat's
   * `rev`. Throws `not_found`.
   */
  async function page(
    actor: Actor,
    chatId: string,
    { after, before, limit }: QueryOf<typeof chatApi.getMessages>,
  ): Promise<MessagesPage> {
    const row = await readable(actor, chatId)
    const slice = sliceOf(after, before)
    const senderId = row.shutOut ? actor.userId : undefined
    const [found, [chat]] = await Promise.all([
      messagesOf(pool, { chatId, senderId, limit: limit + 1 }, slice),
      present(actor, [row]),
    ])
    const more = found.length > limit
    const rows = slice.kind === 'after' ? found.slice(0, limit) : found.slice(more ? 1 : 0)
    if (!chat) throw new Error('A chat was read and not shown')
    const messages = rows.map((each) => presentIn(row, each, actor))
    return { messages, more, chat }
  }

  /** What the viewer's chat with a person tells them of that person. Throws `not_found` where there is none. */
  async function aboutMember(viewer: Actor, subjectId: string): Promise<ChatMemberView> {
    const known = await chatBetween.first(pool, [viewer.userId, subjectId])
    const [chat] = known ? await present(viewer, [await readable(viewer, known.id)]) : []
    const member = chat?.members.find(({ _id }) => _id === subjectId)
    if (!chat || !member) throw new ProblemError('not_found')
    return { member, seenSeq: chat.seenSeq, away: chat.away }
  }

  /**
   * One message of a chat that the actor has written to, just now or, where it came again, before the chat was closed to them.
   * Throws `not_found`.
   */
  async function one(actor: Actor, chatId: string, messageId: string): Promise<Message> {
    const chat = await readable(actor, chatId)
    const [message] = await messagesById(pool, chatId, [messageId])
    if (!message) throw new ProblemError('not_found')
    authorize(actor, { chat, senderId: message.senderId }, mayReadMessage)
    return presentIn(chat, message, actor)
  }

  /** A chat that the actor may read, wholly or in part. Throws `not_found`. */
  async function readable(actor: Actor, chatId: string): Promise<Authorized<ChatRow>> {
    const row = await chatOf(pool, reader(actor), chatId)
    if (!row) throw new ProblemError('not_found')
    return authorize<ChatRow, Actor>(actor, row, mayReadChat)
  }

  async function present({ userId }: Actor, rows: readonly ChatRow[]): Promise<Chat[]> {
    const today = utcDate(now())
    const otherIds = rows.flatMap(({ other }) => (other ? [other.id] : []))
    if (otherIds.length === 0) return rows.map((row) => presentChat(row, ended, today))
    const statuses = await pairStatuses(pool, userId, otherIds, today)
    return rows.map((row) =>
      presentChat(row, stateOf(row, statuses.get(row.other?.id ?? '')), today),
    )
  }

  function reader({ userId }: Pick<Actor, 'userId'>): Reader {
    return { userId, today: utcDate(now()) }
  }

  return { list, page, one, readable, aboutMember }
}

const ended = { state: 'ended', closedTo: null } as const

/** Who was blocked reads that the chat has ended: that, and no more, is for them to know. */
function stateOf({ me, other }: ChatRow, status: PairStatus | undefined): ShownState {
  if (!other || !status) return ended
  if (status.blockedByMe) return { state: 'blocked', closedTo: null }
  if (status.relation === 'blocked' || status.connection !== 'connected') return ended
  if (status.relation === 'unavailable') return { state: 'unavailable', closedTo: 'minors' }
  const open = !me.unavailable && !other.unavailable
  return { state: open ? 'open' : 'unavailable', closedTo: null }
}

function presentIn({ shutOut }: ChatRow, message: MessageRow, { userId }: Actor): Message {
  return shutOut ? presentOwnMessage(message, userId) : presentMessage(message)
}

function sliceOf(after: number | undefined, before: number | undefined): Slice {
  if (after !== undefined) return { kind: 'after', rev: after }
  return before === undefined ? { kind: 'newest' } : { kind: 'before', seq: before }
}

/** A chat as one of its people has it. */
export type ChatRow = Pick<
  ListedChat,
  | 'id'
  | 'clientId'
  | 'providerId'
  | 'separated'
  | 'shutOut'
  | 'lastRev'
  | 'createdAt'
  | 'readSeq'
  | 'otherReadSeq'
  | 'otherSharesReading'
  | 'away'
  | 'unread'
  | 'me'
  | 'other'
> & { readonly lastMessage: MessageRow | null }

/** Which messages of a chat, and in which order they come. */
type Slice =
  | { readonly kind: 'newest' }
  | { readonly kind: 'before'; readonly seq: number }
  | { readonly kind: 'after'; readonly rev: number }

/** Who asks, and the server's day, which decides who is under 18. */
interface Reader {
  readonly userId: string
  readonly today: LocalDate
}

/** A person's chats, the latest first, from behind the chat `before` on; none with somebody they do not see. */
async function chatsOf(
  client: Queryable,
  { userId, today }: Reader,
  page: { before: string | undefined; limit: number },
): Promise<ChatRow[]> {
  const rows = await chatList.all(client, [
    userId,
    newestAdultBirthDate(today),
    page.before ?? null,
    page.limit,
  ])
  return rows.map(nested)
}

/** A text that changes whenever the list of a person's chats does; whoever it is sent to could try values out against it. */
export async function chatsHeadOf(
  client: Queryable,
  { userId, today }: Reader,
): Promise<string | undefined> {
  return (await chatsHead.first(client, [userId, newestAdultBirthDate(today)]))?.head
}

/** One chat as a person of it has it; undefined for one that is not there or not theirs. */
async function chatOf(
  client: Queryable,
  { userId, today }: Reader,
  chatId: string,
): Promise<ChatRow | undefined> {
  const rows = await chatOne.all(client, [userId, newestAdultBirthDate(today), chatId])
  return rows.map(nested)[0]
}

/** Which messages of a chat somebody may have: all of them, or of one sender alone. */
interface Messages {
  readonly chatId: string
  readonly senderId: string | undefined
  readonly limit: number
}

/** At most `limit` messages of a slice: by place, those of `after` by change. */
async function messagesOf(
  client: Queryable,
  { chatId, senderId, limit }: Messages,
  slice: Slice,
): Promise<MessageRow[]> {
  const from = slice.kind === 'newest' ? [] : [slice.kind === 'after' ? slice.rev : slice.seq]
  const rows = await chatMessages[slice.kind].all(client, [
    chatId,
    limit,
    senderId ?? null,
    ...from,
  ])
  return slice.kind === 'after' ? rows : rows.toReversed()
}

/** Messages of a chat by their ids. */
async function messagesById(
  client: Queryable,
  chatId: string,
  ids: readonly string[],
): Promise<MessageRow[]> {
  return chatMessagesById.all(client, [chatId, ids])
}

function nested(row: ListedChat): ChatRow {
  return {
    id: row.id,
    clientId: row.clientId,
    providerId: row.providerId,
    separated: row.separated,
    shutOut: row.shutOut,
    lastRev: row.lastRev,
    createdAt: row.createdAt,
    readSeq: row.readSeq,
    otherReadSeq: row.otherReadSeq,
    otherSharesReading: row.otherSharesReading,
    away: row.away,
    unread: row.unread,
    me: row.me,
    other: row.other,
    lastMessage:
      row['m.id'] === null
        ? null
        : {
            id: row['m.id'],
            chatId: row.id,
            seq: row['m.seq'],
            rev: row['m.rev'],
            senderId: row['m.senderId'],
            content: row['m.content'],
            createdAt: row['m.createdAt'],
            deletedAt: row['m.deletedAt'],
            file: row['m.file'],
          },
  }
}
