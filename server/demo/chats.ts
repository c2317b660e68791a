import { addDays, type LocalDate, dayMs } from '#contract/local-date.ts'
import type { Transaction } from '#server/db/orm.ts'
import {
  type connections,
  chatFiles,
  chats,
  chatSettings,
  messages,
} from '#server/db/schema/connections.ts'
import { notices } from '#server/db/schema/notices.ts'
import { stageDemoFile, type DemoFiles } from './files.ts'
import type { Demo, DemoChat } from './load.ts'
import { demoRandom } from './random.ts'

/** Gives the id of a demo person by the part of the e-mail before the `@`; throws for an unknown name. */
export type DemoIds = (name: string) => string

/** The rows of who is connected with whom, or waits for an answer, with their notices; all accounts are of `joinedAt`. */
export function connectionRows(given: Demo['connections'], idOf: DemoIds, joinedAt: Date) {
  const made = given.map(({ client, provider, state, day }) => {
    const askedAt = new Date(joinedAt.getTime() + day * dayMs)
    const answeredAt = new Date(askedAt.getTime() + dayMs / 4)
    const accepted = state === 'accepted'
    const random = demoRandom(`${client} ${provider}`)
    const connection = {
      id: random.idAt(askedAt),
      clientId: idOf(client),
      providerId: idOf(provider),
      state,
      createdAt: askedAt,
      answeredAt: accepted ? answeredAt : null,
    }
    const notice = {
      id: random.idAt(answeredAt),
      userId: accepted ? connection.clientId : connection.providerId,
      actorId: accepted ? connection.providerId : connection.clientId,
      kind: accepted ? 'connection.accepted' : 'connection.requested',
      aboutId: connection.id,
      createdAt: accepted ? answeredAt : askedAt,
      readAt: accepted ? answeredAt : null,
    } as const
    return { connection, notice }
  })
  return {
    connections: made.map(
      ({ connection }) => connection,
    ) satisfies (typeof connections.$inferInsert)[],
    notices: made.map(({ notice }) => notice) satisfies (typeof notices.$inferInsert)[],
  }
}

type MessageRow = typeof messages.$inferInsert
type ChatMessage = DemoChat['messages'][number]

/** The files of the chats in the store: the key and size of each, by the message that carries it. */
type StagedChatFiles = ReadonlyMap<ChatMessage, { key: string; bytes: number }>

/** Puts the files of the demo's chats into the store. */
export async function stageChatFiles(demo: Demo, files: DemoFiles): Promise<StagedChatFiles> {
  const staged = new Map<ChatMessage, { key: string; bytes: number }>()
  for (const message of demo.chats.flatMap((chat) => chat.messages)) {
    if (!message.file) continue
    const content = demo.fileContent(message.file.content)
    const key = `chat-files/${files.newId()}.pdf`
    await stageDemoFile(files, key, content)
    staged.set(message, { key, bytes: content.length })
  }
  return staged
}

/** Writes the chats of those who are connected, up to yesterday, with their files and unread messages. */
export async function insertDemoChats(
  tx: Transaction,
  demo: Demo,
  { ids, today, files }: { ids: DemoIds; today: LocalDate; files: StagedChatFiles },
): Promise<void> {
  for (const chat of demo.chats) {
    const made = chatRows(chat, { ids, today, files })
    await tx.insert(chats).values(made.chat)
    await tx.insert(messages).values(made.messages)
    if (made.files.length > 0) await tx.insert(chatFiles).values(made.files)
    if (made.unread) await tx.insert(notices).values(made.unread)
  }
  await tx
    .insert(chatSettings)
    .values(demo.settings.map(({ person, ...settings }) => ({ ...settings, userId: ids(person) })))
}

function chatRows(
  { client, provider, messages: written, unread }: DemoChat,
  { ids, today, files }: { ids: DemoIds; today: LocalDate; files: StagedChatFiles },
) {
  const random = demoRandom(`chat ${client} ${provider}`)
  const createdAt = momentOf(today, { daysAgo: 50, at: '12:00' })
  const id = random.idAt(createdAt)
  const clientId = ids(client)
  const providerId = ids(provider)
  const rows = written.map((message, index) => {
    const at = momentOf(today, message)
    const seq = index + 1
    const senderId = message.by === 'client' ? clientId : providerId
    const base = { id: random.idAt(at), chatId: id, seq, senderId, createdAt: at }
    return message.deleted
      ? { ...base, rev: written.length + 1, content: '', deletedAt: at }
      : { ...base, rev: seq, content: message.text }
  }) satisfies MessageRow[]
  const last = rows.at(-1)
  return {
    chat: {
      id,
      clientId,
      providerId,
      lastRev: Math.max(...rows.map(({ rev }) => rev)),
      clientReadSeq: rows.length - (unread === 'client' ? 1 : 0),
      providerReadSeq: rows.length - (unread === 'provider' ? 1 : 0),
      activeAt: last?.createdAt ?? createdAt,
      createdAt,
    },
    messages: rows,
    files: rows.flatMap((row, index) => fileRow(row, written[index], files)),
    unread: unread &&
      last && {
        id: last.id,
        userId: unread === 'client' ? clientId : providerId,
        actorId: unread === 'client' ? providerId : clientId,
        kind: 'message.received' as const,
        aboutId: id,
        createdAt: last.createdAt,
      },
  }
}

function fileRow(
  row: { id: string; chatId: string; senderId: string; createdAt: Date },
  message: ChatMessage | undefined,
  files: StagedChatFiles,
) {
  const staged = message && files.get(message)
  if (!message?.file || !staged) return []
  const { id: messageId, chatId, senderId, createdAt } = row
  return [
    {
      messageId,
      chatId,
      senderId,
      blobKey: staged.key,
      name: message.file.name,
      kind: 'pdf' as const,
      bytes: staged.bytes,
      sentHash: '',
      attached: true,
      createdAt,
    },
  ]
}

function momentOf(today: LocalDate, { daysAgo, at }: { daysAgo: number; at: string }): Date {
  return new Date(`${addDays(today, -daysAgo)}T${at}:00Z`)
}
