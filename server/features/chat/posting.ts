import * as v from 'valibot'
import { newMessageSchema, messageReceiptSchema, type Message } from '#contract/chat/model.ts'
import { cleanFileName } from '#contract/chat/file.ts'
import { commandVersion } from '#contract/commands.ts'
import type { Actor } from '#server/http/session/actor.ts'
import { fieldProblems, plainMessage } from '#server/http/routing/field-problems.ts'
import { ProblemError } from '#server/http/routing/problem-error.ts'
import type { SyncService } from '#server/features/sync/index.ts'
import type { UploadedFile } from '#server/http/uploads/upload.ts'
import type { ChatFiles } from './files.ts'
import type { ChatReading } from './reading.ts'

interface PostingDeps {
  readonly sync: SyncService
  readonly files: ChatFiles
  readonly reading: ChatReading
}

/** A message that came as a call of its own. */
export interface Posted {
  readonly id: string
  readonly chatId: string
  readonly senderId: string | undefined
  readonly content: string
  readonly fileName: string | undefined
  readonly file: UploadedFile | undefined
}

export type Posting = ReturnType<typeof createPosting>

/** Messages and deletions as calls of their own; they go through the ledger like queued ones. */
export function createPosting({ sync, files, reading }: PostingDeps) {
  /** The sender is the session's person, whoever `senderId` names; somebody else's id there is refused. */
  async function post(actor: Actor, posted: Posted): Promise<Message> {
    const { id, chatId, content, file, senderId } = posted
    if (senderId !== undefined && senderId !== '' && senderId.toLowerCase() !== actor.userId) {
      throw new ProblemError('forbidden')
    }
    const fileName = cleanFileName(posted.fileName ?? file?.fileName ?? '')
    const payload = { chatId, content, ...(file ? { file: { name: fileName } } : {}) }
    const parsed = v.safeParse(newMessageSchema, payload, { message: plainMessage })
    if (!parsed.success) {
      throw new ProblemError('invalid_input', { fields: fieldProblems(parsed.issues) })
    }
    if (file) await files.put(actor, { chatId, messageId: id, fileName, file })
    const op = { opId: id, v: commandVersion, kind: 'chat.send', payload } as const
    const { _id } = v.parse(messageReceiptSchema, (await sync.applyOne(actor, op)).result)
    return reading.one(chatId, _id)
  }

  /** Throws `not_found`, `forbidden` or `chat_closed`. */
  async function remove(
    actor: Actor,
    deletion: { chatId: string; messageId: string; opId: string },
  ): Promise<Message> {
    const { opId, ...payload } = deletion
    await sync.applyOne(actor, { opId, v: commandVersion, kind: 'chat.delete', payload })
    return reading.one(payload.chatId, payload.messageId)
  }

  return { post, remove }
}
