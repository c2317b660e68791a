import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { NewMessage } from '#contract/chat/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { editUnsent } from '#src/offline/features/chat/send.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { FailureBanner } from '#src/ui/message/banner.tsx'

export interface ReopenMessageDialogProps {
  db: UserDatabase
  /** The operation that was refused. */
  opId: string
  payload: NewMessage
  onClose: () => void
}

/** A refused message is corrected where it was written: it becomes the draft of its chat again. */
export function ReopenMessageDialog({ db, opId, payload, onClose }: ReopenMessageDialogProps) {
  const navigate = useNavigate()
  const { chatId } = payload
  const [trouble, setTrouble] = useState<string>()

  async function reopen() {
    const outcome = await editUnsent(db, opId, Date.now()).catch(() => undefined)
    if (outcome === 'draft') void navigate({ to: '/chats/$chatId', params: { chatId } })
    else if (outcome === 'draft_in_the_way') setTrouble(m.chat_reopen_in_the_way())
    else if (outcome === 'no_chat') setTrouble(m.chat_missing_title())
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
      <FailureBanner text={trouble} />
    </Dialog>
  )
}
