import * as m from '#src/i18n/paraglide/messages.js'
import { longDate } from '#src/lib/long-date.ts'
import type { ShownMessage } from '#src/offline/features/chat/shown-messages.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Sheet } from '#src/ui/dialog/sheet.tsx'
import { clockWords } from './chat-when.ts'
import { hasText } from './message-choices.ts'
import styles from './window.module.css'

/** What can be done with a message that the server has. */
export interface MessageSheetProps {
  message: ShownMessage
  mine: boolean
  /** Whether messages can still be deleted here. */
  open: boolean
  onCopy: (message: ShownMessage) => void
  onDelete: (message: ShownMessage) => void
  /** Absent for who cannot report. */
  onReport: ((message: ShownMessage) => void) | undefined
  onClose: () => void
}

export function MessageSheet(props: MessageSheetProps) {
  const { message, mine, open, onCopy, onDelete, onReport, onClose } = props
  return (
    <Sheet open onClose={onClose} title={m.chat_menu({ when: clockWords(message.at) })}>
      <div className={styles.choices}>
        {message.sealedUntil !== null && (
          <p>{m.chat_sealed_trace({ date: longDate(message.sealedUntil) })}</p>
        )}
        {hasText(message) && (
          <Button look="secondary" icon="copy" wide onClick={() => onCopy(message)}>
            {m.chat_copy()}
          </Button>
        )}
        {!mine && onReport && (
          <Button look="secondary" icon="alert" wide onClick={() => onReport(message)}>
            {m.chat_report()}
          </Button>
        )}
        {mine && open && !message.deleted && (
          <Button look="danger" icon="trash" wide onClick={() => onDelete(message)}>
            {m.chat_delete()}
          </Button>
        )}
      </div>
    </Sheet>
  )
}
