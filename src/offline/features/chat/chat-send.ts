import * as v from 'valibot'
import {
  messageReceiptSchema,
  newMessageSchema,
  type Message,
  type MessageReceipt,
} from '#contract/chat/model.ts'
import { dropDraft } from './drafts.ts'
import { noteLastMessage, storeMessages } from './store-messages.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import type { Kind } from '#src/offline/engine/kind.ts'

/** Issue: a message that could not be sent for a day asks before it goes. */
const asksAfterMs = 24 * 3_600_000

export const chatSend: Kind<'chat.send'> = {
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

  /** What is queued is no draft any more. */
  async queued(db, { chatId }) {
    await dropDraft(db, chatId)
  },

  asksAfterMs,

  /** The words are those of the operation, which still stands: the server sends none back. */
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

/** The file is on the device already: it is kept like one that was fetched, and nothing waits any more. */
async function cacheOwnFile(db: UserDatabase, { _id, timestamp }: MessageReceipt): Promise<void> {
  const file = await db.attachmentFiles.get(_id)
  if (!file) return
  const usedAt = Date.parse(timestamp)
  await db.keptFiles.put({ ...file, bytes: file.data.byteLength, usedAt })
  await db.attachments.delete(_id)
  await db.attachmentFiles.delete(_id)
}
