import '#tests/model/browser-globals.ts'
import * as v from 'valibot'
import { chatApi } from '#contract/chat/api.ts'
import type { Chat, Message } from '#contract/chat/model.ts'
import { problem } from '#contract/problem.ts'
import type { ChosenFile } from '#src/offline/engine/attachments.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { chatId, chatOf, otherId } from '#tests/support/chat-rows.ts'
import { answerWith, ours } from './network.ts'
import { nowMs, openPhone } from './phone.ts'

export const plan: ChosenFile = {
  name: 'plan.pdf',
  type: 'application/pdf',
  data: new TextEncoder().encode('%PDF-1.4').buffer,
}

/** A message as the server has it; its moment follows its place. */
export function messageOf(seq: number, given: Partial<Message> = {}): Message {
  return {
    _id: `01985a3c-5b00-7a10-8c00-${String(seq).padStart(12, '0')}`,
    chatId,
    seq,
    rev: seq,
    senderId: otherId,
    content: `message ${seq}`,
    fileUrl: null,
    file: null,
    timestamp: new Date(nowMs - 1_000_000 + seq).toISOString(),
    deletedAt: null,
    ...given,
  }
}

/** A phone whose person has a chat, as far as the list tells of it. */
export async function openChatPhone(given: Partial<Chat> = {}): Promise<UserDatabase> {
  const db = await openPhone()
  await db.chats.put(chatOf(db.userId, given))
  return db
}

/** The server's side of one chat, as its calls answer; what they changed and what was asked is written down. */
export class ChatServer {
  readonly messages: Message[] = []
  readonly asked: string[] = []
  readonly reads: number[] = []
  chats: Chat[] = []
  readonly #userId: string

  constructor(userId: string) {
    this.#userId = userId
    answerWith((request) => this.#answer(request))
  }

  add(count: number, given: Partial<Message> = {}): void {
    for (let index = 0; index < count; index += 1) {
      this.messages.push(messageOf(this.rev + 1, given))
    }
  }

  /** Takes the words out of a message, as its writer's other device did. */
  erase(seq: number): void {
    const index = this.messages.findIndex((message) => message.seq === seq)
    const trace = { content: '', rev: this.rev + 1, deletedAt: '2026-11-21T12:00:00.000Z' }
    this.messages[index] = { ...messageOf(seq), ...trace }
  }

  get rev(): number {
    return Math.max(0, ...this.messages.map(({ rev }) => rev))
  }

  get chat(): Chat {
    return chatOf(this.#userId, { rev: this.rev, lastMessage: this.messages.at(-1) ?? null })
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    this.asked.push(`${request.method} ${pathname.split('/').at(-1)} ${searchParams}`.trim())
    if (pathname.endsWith('/read')) return await this.#read(request)
    if (pathname.includes('/chat/user/')) return ours(this.#list(searchParams.get('before')))
    const chat = pathname.endsWith('/messages') ? this.#chatOf(pathname) : undefined
    if (!chat) return ours(problem('not_found'), { status: 404 })
    const query = v.parse(chatApi.getMessages.query, Object.fromEntries(searchParams))
    return ours(this.#page(chat, query))
  }

  #chatOf(pathname: string): Chat | undefined {
    if (this.chats.length === 0) return this.chat
    return this.chats.find(({ _id }) => pathname.includes(_id))
  }

  #list(before: string | null): Chat[] {
    const chats = this.chats.length > 0 ? this.chats : [this.chat]
    const from = before === null ? 0 : chats.findIndex(({ _id }) => _id === before) + 1
    return chats.slice(from, from + 200)
  }

  #page(chat: Chat, { after, before, limit }: v.InferOutput<typeof chatApi.getMessages.query>) {
    const changes = this.messages.toSorted((a, b) => a.rev - b.rev)
    const places = this.messages.toSorted((a, b) => a.seq - b.seq)
    const found =
      after !== undefined
        ? changes.filter(({ rev }) => rev > after)
        : places.filter(({ seq }) => before === undefined || seq < before)
    const messages = after !== undefined ? found.slice(0, limit) : found.slice(-limit)
    return { messages, more: found.length > limit, chat }
  }

  async #read(request: Request): Promise<Response> {
    const { seq } = v.parse(chatApi.markRead.body.schema, await request.json())
    this.reads.push(seq)
    const response = new Response(null, { status: 204 })
    response.headers.set('x-zync', '1')
    return response
  }
}
