import { v7 as newUuid } from 'uuid'
import * as m from '#src/i18n/paraglide/messages.js'
import {
  deleteMessage,
  editUnsent,
  type TakenBack,
} from '#src/offline/features/chat/send-message.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { deleteOp } from '#src/offline/engine/outbox.ts'
import { tapMoment } from '#src/offline/engine/tap-moment.ts'
import { showToast } from '#src/ui/message/toast-store.ts'

/** Deletes a message that the server has: here at once, there as soon as it can be told. Says when it could not. */
export async function deleteSent(
  db: UserDatabase,
  chatId: string,
  messageId: string,
): Promise<void> {
  const tap = tapMoment({ epochMs: Date.now(), opId: newUuid() })
  try {
    const outcome = await deleteMessage(db, { chatId, messageId }, tap)
    if (outcome.status === 'refused') complain(m.chat_delete_failed())
  } catch {
    complain(m.chat_delete_failed())
  }
}

/** Takes back a message that was never sent. Says when it could not. */
export async function takeBack(db: UserDatabase, messageId: string): Promise<void> {
  const outcome = await deleteOp(db, messageId).catch(() => undefined)
  if (outcome === 'sending') complain(m.chat_is_sending())
  if (outcome === undefined) complain(m.chat_delete_failed())
}

/** Makes a message that was not sent the chat's draft again. Gives whether it is; says why when it is not. */
export async function editAgain(db: UserDatabase, messageId: string): Promise<boolean> {
  const outcome = await editUnsent(db, messageId, Date.now()).catch(() => undefined)
  if (outcome === 'draft') return true
  complain(outcome === undefined ? m.chat_edit_failed() : refusals[outcome]())
  return false
}

const refusals: Record<Exclude<TakenBack, 'draft'>, () => string> = {
  draft_in_the_way: m.chat_draft_in_the_way,
  sending: m.chat_is_sending,
  gone: m.chat_edit_failed,
}

function complain(text: string): void {
  showToast({ text, tone: 'danger' })
}
