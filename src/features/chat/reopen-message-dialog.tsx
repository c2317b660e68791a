import { useState } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { editUnsent } from '#src/offline/chat/send-message.ts'
import type { UserDatabase } from '#src/offline/database.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'

export interface ReopenMessageDialogProps {
  db: UserDatabase
  /** The operation that was refused. */
  opId: string
  /** The message is its chat's draft again. */
  onReopened: () => void
  onClose: () => void
}

/** Makes a refused message the draft of its chat again. */
export function ReopenMessageDialog({ db, opId, onReopened, onClose }: ReopenMessageDialogProps) {
  const [trouble, setTrouble] = useState<string>()

  async function reopen() {
    const outcome = await editUnsent(db, opId, Date.now()).catch(() => undefined)
    if (outcome === 'draft') onReopened()
    else if (outcome === 'draft_in_the_way') setTrouble(m.chat_reopen_in_the_way())
    else setTrouble(m.chat_reopen_failed())
  }

  return (
    <Dialog
      open
      onClose={onClose}
      emoji="✏️"
      title={m.chat_reopen_title()}
      description={m.chat_reopen_text()}
      actions={
        <>
          <Button onClick={() => void reopen()}>{m.chat_reopen()}</Button>
          <Button look="quiet" onClick={onClose}>
            {m.chat_reopen_cancel()}
          </Button>
        </>
      }
    >
      {trouble && (
        <div role="alert">
          <Banner tone="danger">{trouble}</Banner>
        </div>
      )}
    </Dialog>
  )
}
