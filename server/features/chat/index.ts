import { asc, eq, or } from 'drizzle-orm'
import type { Queryable, Transaction, Orm } from '#server/db/orm.ts'
import {
  chatFiles,
  chats,
  chatSettings,
  messageReactions,
  messages,
} from '#server/db/schema/connections.ts'
import { defineFeature, type Hooks } from '#server/feature.ts'
import { sealGoing } from '#server/features/evidence/index.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import type { Actor } from '#server/http/session/caller.ts'
import type { Sealer } from '#server/ports/sealing.ts'
import {
  chatStart,
  filesOfLeaver,
  lonelyChatsDelete,
  messagesOfLeaverErase,
  chatReported,
  chatReportedAround,
  chatReportedFile,
} from './chat.sql.ts'
import { chatCommands } from './commands.ts'
import { sweepChatFiles } from './files.ts'
import { reactionsOfLeaverDelete, type MessageRow } from './messages.sql.ts'
import { maySpeakOfChat } from './policy.ts'
import { createChatReading } from './reading.ts'
import { createChatRoutes } from './routes.ts'

export { chatsHeadOf } from './reading.ts'

export const chat = defineFeature({
  routes: createChatRoutes,
  commands: () => chatCommands,
  hooks: ({ newId }): Pick<Hooks, 'onConnected'> => ({
    onConnected: (client, pair, at) => startChat(client, pair, { id: newId(), at }),
  }),
  previews: ({ database, now }) => {
    return { chat: createChatReading({ pool: database.pool, now }).aboutMember }
  },
  exportData: ({ database }) => chatExport(database.orm),
  accountDeletion:
    ({ evidenceSealer, now }) =>
    (tx, own) =>
      leaveChats(tx, own, { sealer: evidenceSealer, at: new Date(now()) }),
  sweep: ({ database }, now) => sweepChatFiles(database.pool, now),
})

/** Two people who have just been connected. */
interface NewPair {
  readonly clientId: string
  readonly providerId: string
}

/**
 * Makes the chat of two people, in the transaction that connects them; those who were connected before have theirs
 * again, with its history.
 */
export async function startChat(
  client: Queryable,
  { clientId, providerId }: NewPair,
  made: { id: string; at: Date },
): Promise<void> {
  await chatStart.run(client, [made.id, clientId, providerId, made.at])
}

/**
 * Deletes a person's messages, files and reactions from their chats, in the transaction that deletes their account, and gives the
 * keys of the files. The other one keeps the chat with what they wrote themself, and a trace in the place of every message
 * that is gone; whoever leaves last takes the chat along. What adults wrote to minors in these chats is sealed first,
 * whichever of the two leaves.
 */
async function leaveChats(
  tx: Transaction,
  { userId }: Authorized<{ readonly userId: string }>,
  deps: { readonly sealer: Sealer; readonly at: Date },
): Promise<string[]> {
  await sealGoing(tx, { memberId: userId }, deps)
  const files = await filesOfLeaver.all(tx, userId)
  await lonelyChatsDelete.run(tx, userId)
  await reactionsOfLeaverDelete.run(tx, userId)
  await messagesOfLeaverErase.run(tx, { userId, at: deps.at })
  return files.map(({ key }) => key)
}

/** A message for its report, with those around it. */
interface ReportedPart {
  readonly message: MessageRow
  /** By place, the message among them. */
  readonly around: readonly MessageRow[]
  /** Where its file is while it has one. The file stays until the transaction ends. */
  readonly blobKey: string | null
}

/**
 * A message with those on both sides of it, as the actor sees them, inside a transaction; undefined for one that they
 * cannot see, and for their own.
 */
export async function reportedPart(
  client: Queryable,
  actor: Actor,
  messageId: string,
  each: number,
): Promise<ReportedPart | undefined> {
  // The file first: whoever deletes the message waits then, and what is read of it next is one moment's.
  const blobKey = await heldFile(client, messageId)
  const message = await chatReported.first(client, [messageId])
  if (!message || maySpeakOfChat(actor, message.chat) !== 'allow') return undefined
  if (message.senderId === actor.userId) return undefined
  const around = await chatReportedAround.all(client, [message.chatId, message.seq, each])
  return {
    message,
    around: [...around, message].toSorted((a, b) => a.seq - b.seq),
    blobKey,
  }
}

async function heldFile(client: Queryable, messageId: string): Promise<string | null> {
  const row = await chatReportedFile.first(client, [messageId])
  return row?.blobKey ?? null
}

type Own = Authorized<{ readonly userId: string }>

/** What a person wrote and sent, chat by chat, without what others wrote or who they are: that is theirs. */
function chatExport(orm: Orm) {
  return {
    chats: async ({ userId }: Own) => {
      const own = await orm
        .select()
        .from(chats)
        .where(or(eq(chats.clientId, userId), eq(chats.providerId, userId)))
        .orderBy(asc(chats.createdAt))
      const written = Map.groupBy(await messagesOf(orm, userId), ({ chatId }) => chatId)
      return own.map(({ id, createdAt, clientId, clientReadSeq, providerReadSeq }) => ({
        createdAt,
        readUpTo: clientId === userId ? clientReadSeq : providerReadSeq,
        messages: (written.get(id) ?? []).map(({ chatId: _chatId, ...message }) => message),
      }))
    },
    chatSettings: async ({ userId }: Own) => {
      const [row] = await orm.select().from(chatSettings).where(eq(chatSettings.userId, userId))
      if (!row) return null
      const { readReceipts, typing, away } = row
      return { readReceipts, typing, away }
    },
    reactionsGiven: async ({ userId }: Own) =>
      orm
        .select({
          chatId: messages.chatId,
          place: messages.seq,
          reaction: messageReactions.reaction,
          createdAt: messageReactions.createdAt,
        })
        .from(messageReactions)
        .innerJoin(messages, eq(messages.id, messageReactions.messageId))
        .where(eq(messageReactions.userId, userId))
        .orderBy(asc(messageReactions.createdAt)),
    filesSent: async ({ userId }: Own) =>
      orm
        .select({
          name: chatFiles.name,
          kind: chatFiles.kind,
          bytes: chatFiles.bytes,
          voiceMs: chatFiles.voiceMs,
          createdAt: chatFiles.createdAt,
        })
        .from(chatFiles)
        .where(eq(chatFiles.senderId, userId))
        .orderBy(asc(chatFiles.createdAt)),
  }
}

function messagesOf(orm: Orm, userId: string) {
  return orm
    .select({
      chatId: messages.chatId,
      place: messages.seq,
      text: messages.content,
      sentAt: messages.createdAt,
      deletedAt: messages.deletedAt,
    })
    .from(messages)
    .where(eq(messages.senderId, userId))
    .orderBy(asc(messages.chatId), asc(messages.seq))
}
