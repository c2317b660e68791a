import * as m from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'

export interface AskProps {
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Spec 4: asked before the browser leaves for Google. */
export function AskConnect({ busy, onConfirm, onClose }: AskProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.calendar_google_confirm_title()}
      description={m.calendar_google_confirm_text()}
      actions={
        <>
          <Button busy={busy} onClick={onConfirm}>
            {m.calendar_google_confirm()}
          </Button>
          <Button look="secondary" onClick={onClose}>
            {m.calendar_google_not_now()}
          </Button>
        </>
      }
    />
  )
}

/** Asked before the calendar is forgotten. */
export function AskDisconnect({ busy, onConfirm, onClose }: AskProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.calendar_google_disconnect_title()}
      description={m.calendar_google_disconnect_text()}
      actions={
        <>
          <Button look="danger" busy={busy} onClick={onConfirm}>
            {m.calendar_google_disconnect()}
          </Button>
          <Button look="secondary" onClick={onClose}>
            {m.calendar_google_keep()}
          </Button>
        </>
      }
    />
  )
}
