import * as v from 'valibot'
import {
  messageReceiptSchema,
  newMessageSchema,
  type Message,
  type MessageReceipt,
  type DeletionReceipt,
  deletionReceiptSchema,
  messageDeletionSchema,
  reactionReceiptSchema,
  type ReactionReceipt,
} from '#contract/chat/model.ts'
import { laneOf } from '#contract/commands.ts'
import type { Kind } from '#src/offline/engine/outbox-row.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import {
  asTrace,
  dropDraft,
  keepFile,
  noteLastMessage,
  storeMessages,
  withReaction,
} from './store.ts'

/** What is about a message that the server has forgotten, or that was deleted meanwhile, is over. */
const idleAgain = ['not_found', 'message_deleted'] as const

/** A message that could not be sent for a day asks before it goes. */
const asksAfterMs = 24 * 3_600_000

export const chatSend: Kind<'chat.send', MessageReceipt> = {
  tables: (db) => [
    db.chats,
    db.chatDrafts,
    db.chatDraftFiles,
    db.messages,
    db.attachments,
    db.attachmentFiles,
    db.keptFiles,
  ],

  /** A chat that this device has never seen may have been opened a moment ago: the server decides. */
  async admit(db, { chatId }) {
    const chat = await db.chats.get(chatId)
    return chat === undefined || chat.state === 'open' ? 'ok' : 'chat_closed'
  },

  /** What is queued is no draft any more; what another page has written since is. */
  async queued(db, { chatId }, { draftAt }) {
    await dropDraft(db, chatId, draftAt)
  },

  asksAfterMs,

  /** The text is that of the operation, which is still in the outbox: the server sends none back. */
  async settle(db, receipts) {
    for (const receipt of receipts) {
      const row = await db.outbox.get({ opId: receipt._id })
      const sent = v.safeParse(newMessageSchema, row?.payload)
      if (!sent.success) continue
      const message = messageOf(receipt, sent.output.content, db.userId)
      await storeMessages(db, [message])
      await noteLastMessage(db, message)
      await cacheOwnFile(db, receipt)
    }
  },

  resultSchema: messageReceiptSchema,
}

function messageOf(receipt: MessageReceipt, content: string, senderId: string): Message {
  return { ...receipt, senderId, content, deletedAt: null }
}

/** The file is on the device already: it is stored like one that was fetched, and nothing waits any more. */
async function cacheOwnFile(db: UserDatabase, { _id, timestamp }: MessageReceipt): Promise<void> {
  const file = await db.attachmentFiles.get(_id)
  if (!file) return
  const usedAt = Date.parse(timestamp)
  await keepFile(db, { ...file, bytes: file.data.byteLength, usedAt })
  await db.attachments.delete(_id)
  await db.attachmentFiles.delete(_id)
}

export const chatReact: Kind<'chat.react', ReactionReceipt> = {
  tables: (db) => [db.chats, db.messages],

  /** Of a message that this device does not have, the server decides. */
  async admit(db, { chatId, messageId, reaction }) {
    const chat = await db.chats.get(chatId)
    if (chat && chat.state !== 'open') return 'chat_closed'
    const message = await db.messages.get(messageId)
    return reaction !== null && message && message.deletedAt !== null ? 'message_deleted' : 'ok'
  },

  /**
   * The message keeps its number: what else changed up to this one has not been read, and the next reading brings the
   * whole of it.
   */
  async settle(db, receipts) {
    for (const { _id, rev, reaction } of receipts) {
      const message = await db.messages.get(_id)
      if (!message || message.rev > rev || message.deletedAt !== null) continue
      await db.messages.put(withReaction(message, db.userId, reaction))
    }
  },

  idleAgain,
  resultSchema: reactionReceiptSchema,
}

export const chatDelete: Kind<'chat.delete', DeletionReceipt> = {
  tables: (db) => [db.chats, db.messages, db.keptFiles],

  /** One's own message in a chat that is open, once. */
  async admit(db, deletion) {
    const chat = await db.chats.get(deletion.chatId)
    if (chat && chat.state !== 'open') return 'chat_closed'
    const message = await db.messages.get(deletion.messageId)
    if (!message || message.deletedAt !== null) return 'not_found'
    if (message.senderId !== db.userId) return 'forbidden'
    const lane = await db.outbox.where('lane').equals(laneOf('chat.delete', deletion)).toArray()
    const twice = lane.some(
      ({ kind, state, payload }) =>
        kind === 'chat.delete' &&
        state !== 'dead' &&
        v.is(messageDeletionSchema, payload) &&
        payload.messageId === deletion.messageId,
    )
    return twice ? 'wrong_state' : 'ok'
  },

  async settle(db, receipts) {
    for (const { _id, rev, deletedAt } of receipts) {
      const message = await db.messages.get(_id)
      if (message && message.rev < rev) {
        const trace = asTrace(message, rev, deletedAt)
        await db.messages.put(trace)
        await noteLastMessage(db, trace)
      }
      await db.keptFiles.delete(_id)
    }
  },

  idleAgain,
  resultSchema: deletionReceiptSchema,
}
