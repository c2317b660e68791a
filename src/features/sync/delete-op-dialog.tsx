import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { deleteOp } from '#src/offline/engine/outbox.ts'
import type { OutboxRow } from '#src/offline/engine/outbox-row.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { showToast } from '#src/ui/message/toast-store.ts'
import { describeOp } from './describe-op.ts'

export interface DeleteOpDialogProps {
  db: UserDatabase
  row: OutboxRow
  onClose: () => void
}

/** Asks before an unsent operation is deleted: nobody else has it. */
export function DeleteOpDialog({ db, row, onClose }: DeleteOpDialogProps) {
  async function remove() {
    onClose()
    const outcome = await deleteOp(db, row.opId)
    if (outcome === 'sending') showToast({ text: m.sync_delete_sending() })
    else showToast({ text: m.sync_deleted() })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.sync_delete_title()}
      description={m.sync_delete_text()}
      actions={
        <>
          <Button look="danger" onClick={() => void remove()}>
            {m.sync_delete()}
          </Button>
          <Button look="secondary" onClick={onClose}>
            {m.sync_delete_keep()}
          </Button>
        </>
      }
    >
      <p>{describeOp(row).title}</p>
    </Dialog>
  )
}
