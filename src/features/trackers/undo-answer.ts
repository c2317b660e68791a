import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { deleteOp } from '#src/offline/engine/outbox.ts'
import { showToast } from '#src/ui/message/toast-store.ts'

/** Takes an answer back that has not been sent, and says whether that was still possible. */
export async function undoAnswer(db: UserDatabase, opId: string): Promise<void> {
  const outcome = await deleteOp(db, opId)
  const text = outcome === 'deleted' ? m.trackers_prompt_undone() : m.trackers_prompt_too_late()
  showToast({ text })
}
