import * as m from '#src/i18n/paraglide/messages.js'
import type { ShownMessage } from '#src/offline/chat/shown-messages.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'

export interface DeleteMessageDialogProps {
  message: ShownMessage
  onDelete: (message: ShownMessage) => void
  onClose: () => void
}

/** Asks once before a message is deleted. */
export function DeleteMessageDialog({ message, onDelete, onClose }: DeleteMessageDialogProps) {
  const unsent = message.seq === null
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.chat_delete_title()}
      description={unsent ? m.chat_delete_unsent_text() : m.chat_delete_text()}
      actions={
        <>
          <Button
            look="danger"
            onClick={() => {
              onClose()
              onDelete(message)
            }}
          >
            {m.chat_delete()}
          </Button>
          <Button look="secondary" onClick={onClose}>
            {m.chat_keep()}
          </Button>
        </>
      }
    >
      <p dir="auto">{message.content || message.file?.name}</p>
    </Dialog>
  )
}
