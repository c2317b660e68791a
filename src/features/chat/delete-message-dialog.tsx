import * as m from '#src/i18n/paraglide/messages.js'
import type { ShownMessage } from '#src/offline/features/chat/shown-messages.ts'
import { Banner } from '#src/ui/message/banner.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'

export interface DeleteMessageDialogProps {
  message: ShownMessage
  /** Whether it is locked away for a time: an adult's words to somebody under 18. */
  sealed: boolean
  onDelete: (message: ShownMessage) => void
  onClose: () => void
}

/** Asks once before a message is deleted. */
export function DeleteMessageDialog(props: DeleteMessageDialogProps) {
  const { message, sealed, onDelete, onClose } = props
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
      {sealed && !unsent && <Banner tone="info">{m.chat_delete_sealed()}</Banner>}
    </Dialog>
  )
}
