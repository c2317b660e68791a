import { newestAdultBirthDate, type LocalDate } from '#contract/local-date.ts'
import type { Queryable } from '#server/db/queryable.ts'
import { chatList, chatOne, chatsHead, type ListedChat } from './chat.sql.ts'
import { chatMessages, chatMessagesById, type MessageRow } from './messages.sql.ts'

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
export type Slice =
  | { readonly kind: 'newest' }
  | { readonly kind: 'before'; readonly seq: number }
  | { readonly kind: 'after'; readonly rev: number }

/** Who asks, and the server's day, which decides who is under 18. */
export interface Reader {
  readonly userId: string
  readonly today: LocalDate
}

/** A person's chats, the latest first, from behind the chat `before` on; none with somebody they do not see. */
export async function chatsOf(
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

/** A text that changes whenever the list of a person's chats does. */
export async function chatsHeadOf(
  client: Queryable,
  { userId, today }: Reader,
): Promise<string | undefined> {
  return (await chatsHead.first(client, [userId, today]))?.head
}

/** One chat as a person of it has it; undefined for one that is not there or not theirs. */
export async function chatOf(
  client: Queryable,
  { userId, today }: Reader,
  chatId: string,
): Promise<ChatRow | undefined> {
  const rows = await chatOne.all(client, [userId, newestAdultBirthDate(today), chatId])
  return rows.map(nested)[0]
}

/** Which messages of a chat somebody may have: all of them, or of one sender alone. */
export interface Messages {
  readonly chatId: string
  readonly senderId: string | undefined
  readonly limit: number
}

/** At most `limit` messages of a slice: by place, those of `after` by change. */
export async function messagesOf(
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
export async function messagesById(
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
