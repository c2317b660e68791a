import * as v from 'valibot'
import { deletionReceiptSchema, messageDeletionSchema } from '#contract/chat/model.ts'
import { laneOf } from '#contract/lanes.ts'
import { asTrace, noteLastMessage } from './store-messages.ts'
import type { Kind } from '#src/offline/engine/kind.ts'

export const chatDelete: Kind<'chat.delete'> = {
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

  resultSchema: deletionReceiptSchema,
}
