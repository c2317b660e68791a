import * as m from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'

/** Spec 2 and 8: what came of it, in a popup with one way on. */
export interface Popup {
  readonly emoji: string
  readonly title: string
  readonly text: string
  readonly action: string
  readonly onClose: () => void
}

export function RecoveryPopup({ popup }: { popup: Popup }) {
  const { emoji, title, text, action, onClose } = popup
  return (
    <Dialog
      open
      emoji={emoji}
      title={title}
      description={text}
      onClose={onClose}
      actions={
        <Button data-autofocus onClick={onClose}>
          {action}
        </Button>
      }
    />
  )
}

/** Spec 8: a popup titled Error. */
export function errorPopup(text: string, onClose: () => void): Popup {
  return {
    emoji: '🌧️',
    title: m.recovery_error_title(),
    text,
    action: m.recovery_error_close(),
    onClose,
  }
}
