import { asc, eq, or } from 'drizzle-orm'
import type { Orm } from '#server/db/orm.ts'
import {
  chatFiles,
  chats,
  chatSettings,
  messageReactions,
  messages,
} from '#server/db/schema/chat.ts'
import type { Authorized } from '#server/http/session/authorize.ts'

type Own = Authorized<{ readonly userId: string }>

/** What a person wrote and sent, chat by chat, without what others wrote or who they are: that is theirs. */
export function chatExport(orm: Orm) {
  return {
    chats: async ({ userId }: Own) => {
      const own = await orm
        .select()
        .from(chats)
        .where(or(eq(chats.clientId, userId), eq(chats.providerId, userId)))
        .orderBy(asc(chats.createdAt))
      const written = await messagesOf(orm, userId)
      return own.map(({ id, createdAt, clientId, clientReadSeq, providerReadSeq }) => ({
        createdAt,
        readUpTo: clientId === userId ? clientReadSeq : providerReadSeq,
        messages: written
          .filter(({ chatId }) => chatId === id)
          .map(({ chatId: _chatId, ...message }) => message),
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
