import type { ReactNode } from 'react'
import { ui_alert_ok, ui_alert_title } from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button/button.tsx'
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
