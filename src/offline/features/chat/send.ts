import * as v from 'valibot'
import { newMessageSchema, type ReactionChange } from '#contract/chat/model.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { enqueue, type Enqueued, type TapMoment } from '#src/offline/engine/outbox.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { attachmentOf, dropAttachments, type ChosenFile } from '#src/offline/engine/attachments.ts'
import { putDraft } from './store.ts'

/** What is to be sent. */
export interface WrittenMessage {
  readonly chatId: string
  readonly content: string
  readonly file: ChosenFile | null
  /** The message that it answers. */
  readonly replyTo?: string | null
}

/**
 * Puts a message in line; the chat's draft goes with it. `tap.opId` becomes the message's id. Throws as `enqueue` does.
 */
export async function sendMessage(
  db: UserDatabase,
  { chatId, content, file, replyTo }: WrittenMessage,
  tap: TapMoment,
): Promise<Enqueued> {
  const given = {
    chatId,
    content,
    ...(file && { file: { name: file.name } }),
    ...(replyTo && { replyTo }),
  }
  const parsed = v.safeParse(newMessageSchema, given)
  if (!parsed.success) return { status: 'refused', code: 'invalid_input' }
  return await enqueue(db, { kind: 'chat.send', payload: parsed.output }, tap, file ?? undefined)
}

/** Deletes a message of the person that the server has; one that still waits is taken back with `deleteOp`. */
export async function deleteMessage(
  db: UserDatabase,
  payload: { chatId: string; messageId: string },
  tap: TapMoment,
): Promise<Enqueued> {
  return await enqueue(db, { kind: 'chat.delete', payload }, tap)
}

/** Reacts to a message, in the place of an earlier reaction; null takes it back. */
export async function reactTo(
  db: UserDatabase,
  payload: ReactionChange,
  tap: TapMoment,
): Promise<Enqueued> {
  return await enqueue(db, { kind: 'chat.react', payload }, tap)
}

export type TakenBack = 'draft' | 'draft_in_the_way' | 'sending' | 'gone'

/**
 * Makes a message that was not sent the chat's draft again, words and file, so that it can be corrected; a draft that
 * is there already stays, and so does the message. `atMs` is now.
 */
export async function editUnsent(db: UserDatabase, opId: string, atMs: number): Promise<TakenBack> {
  const drafts = [db.chatDrafts, db.chatDraftFiles]
  const tables = [db.outbox, ...drafts, db.attachments, db.attachmentFiles]
  return await userTransaction(db, tables, async () => {
    const row = await db.outbox.get({ opId })
    const message = v.safeParse(newMessageSchema, row?.payload)
    if (!row || row.kind !== 'chat.send' || !message.success) return 'gone'
    const batch = await db.meta.get('flight')
    if (batch?.key === 'flight' && batch.opIds.includes(opId)) return 'sending'
    const { chatId, content, replyTo } = message.output
    if (await db.chatDrafts.get(chatId)) return 'draft_in_the_way'
    const file = (await attachmentOf(db, opId)) ?? null
    const answered = replyTo === undefined ? {} : { replyTo }
    await putDraft(db, { chatId, text: content, file, ...answered, at: atMs })
    await db.outbox.delete(row.seq)
    await dropAttachments(db, row.blobIds)
    return 'draft'
  })
}
