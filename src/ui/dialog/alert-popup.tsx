import { useState, type ReactNode } from 'react'
import { ui_alert_ok, ui_alert_title } from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button/button.tsx'
import { FailureBanner } from '#src/ui/message/banner.tsx'
import { Dialog } from './dialog.tsx'

export interface AlertPopupProps {
  /** Why something did not work; nothing is shown without. */
  text: ReactNode
  onClose: () => void
}

/** Spec 8: an alert popup titled Error, for what failed at a press of a button. */
export function AlertPopup({ text, onClose }: AlertPopupProps) {
  return (
    <Dialog
      open={Boolean(text)}
      onClose={onClose}
      title={ui_alert_title()}
      emoji="🩹"
      description={text}
      actions={
        <Button data-autofocus onClick={onClose}>
          {ui_alert_ok()}
        </Button>
      }
    />
  )
}

export interface ConfirmDialogProps {
  title: ReactNode
  description: ReactNode
  /** What the button says that does it, and the one that leaves everything as it is. */
  confirm: string
  keep: string
  /** Rejects where it was not done. */
  onConfirm: () => Promise<void>
  /** Why it was not done. */
  failureText: (error: unknown) => string
  onClose: () => void
}

/** Asks before something is done that cannot be undone: while it is under way there is no way back, and a failure is said here. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, description, confirm, keep, onConfirm, failureText, onClose } = props
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function act() {
    setBusy(true)
    setFailure(undefined)
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      setFailure(failureText(error))
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      dismissible={!busy}
      title={title}
      description={description}
      actions={
        <>
          <Button look="danger" busy={busy} onClick={() => void act()}>
            {confirm}
          </Button>
          <Button look="secondary" disabled={busy} onClick={onClose}>
            {keep}
          </Button>
        </>
      }
    >
      <FailureBanner text={failure} />
    </Dialog>
  )
}
