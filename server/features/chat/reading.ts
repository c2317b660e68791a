import type pg from 'pg'
import type { chatApi } from '#contract/chat/api.ts'
import type { Chat, ChatState, Message } from '#contract/chat/model.ts'
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts'
import type { Actor } from '#server/http/actor.ts'
import { authorize } from '#server/http/authorize.ts'
import { ProblemError } from '#server/http/problem-error.ts'
import { blockedBy, standingsOf, type Standing } from '#server/features/connections/service.ts'
import { mayListChats, mayReadChat } from './policy.ts'
import { presentChat, presentMessage } from './present.ts'
import { chatOf, chatsOf, messagesById, messagesOf, type Slice } from './read-repo.ts'
import type { ChatRow } from './rows.ts'

export type ChatReading = ReturnType<typeof createChatReading>
type MessagesPage = ReplyOf<typeof chatApi.getMessages>

/** What people read of their chats. */
export function createChatReading({ pool }: { pool: pg.Pool }) {
  /** Throws `not_found` for anybody else's list. */
  async function list(
    actor: Actor,
    userId: string,
    { before, limit }: QueryOf<typeof chatApi.listChats>,
  ): Promise<Chat[]> {
    const own = authorize(actor, { userId }, mayListChats)
    return present(actor, await chatsOf(pool, own.userId, { before, limit }))
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
    const found = await messagesOf(pool, chatId, slice, limit + 1)
    const more = found.length > limit
    const rows = slice.kind === 'after' ? found.slice(0, limit) : found.slice(more ? 1 : 0)
    const [chat] = await present(actor, [row])
    if (!chat) throw new Error('A chat was read and not shown')
    return { messages: rows.map(presentMessage), more, chat }
  }

  /** One message of a chat that the actor has just written to. Throws `not_found`. */
  async function one(chatId: string, messageId: string): Promise<Message> {
    const [message] = await messagesById(pool, chatId, [messageId])
    if (!message) throw new ProblemError('not_found')
    return presentMessage(message)
  }

  async function readable(actor: Actor, chatId: string) {
    const row = await chatOf(pool, actor.userId, chatId)
    if (!row) throw new ProblemError('not_found')
    return authorize<ChatRow, Actor>(actor, row, mayReadChat)
  }

  async function present({ userId }: Actor, rows: readonly ChatRow[]): Promise<Chat[]> {
    const otherIds = rows.flatMap(({ other }) => (other ? [other.id] : []))
    if (otherIds.length === 0) return rows.map((row) => presentChat(row, 'ended'))
    const standings = await standingsOf(pool, userId, otherIds)
    const blocked = await blockedBy(pool, userId, otherIds)
    return rows.map((row) =>
      presentChat(row, stateOf(row, standings.get(row.other?.id ?? ''), blocked)),
    )
  }

  return { list, page, one, readable }
}

/** Who was blocked reads that the chat has ended: that, and no more, is for them to know. */
function stateOf(
  { me, other }: ChatRow,
  standing: Standing | undefined,
  blocked: ReadonlySet<string>,
): ChatState {
  if (!other) return 'ended'
  if (blocked.has(other.id)) return 'blocked'
  if (standing?.relation !== 'connected') return 'ended'
  return me.unavailable || other.unavailable ? 'unavailable' : 'open'
}

function sliceOf(after: number | undefined, before: number | undefined): Slice {
  if (after !== undefined) return { kind: 'after', rev: after }
  return before === undefined ? { kind: 'newest' } : { kind: 'before', seq: before }
}
