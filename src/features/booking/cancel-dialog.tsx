import { useState } from 'react'
import type { Booking } from '#contract/booking/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { serverWords } from '#src/offline/api/api-error.ts'
import { Banner } from '#src/ui/message/banner.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { showToast } from '#src/ui/message/toast-store.ts'
import { otherName } from './session-standing.ts'
import { deviceZone, spanWords } from './slot-times.ts'

export interface CancelDialogProps {
  booking: Booking
  /** Rejects where the server refused or did not answer. */
  onCancel: () => Promise<void>
  onClose: () => void
}

/** Asks before a session is cancelled, and says what becomes of its credit. */
export function CancelDialog({ booking, onCancel, onClose }: CancelDialogProps) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const credit =
    booking.role === 'client' ? m.booking_cancel_credit() : m.booking_cancel_credit_client()

  async function cancel() {
    setBusy(true)
    setFailure(undefined)
    try {
      await onCancel()
      showToast({ text: m.booking_cancelled() })
      onClose()
    } catch (error) {
      setFailure(serverWords(error) ?? m.booking_cancel_failed())
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={m.booking_cancel_title()}
      description={m.booking_cancel_text({
        when: spanWords(booking, deviceZone()),
        name: otherName(booking),
      })}
      actions={
        <>
          <Button look="danger" busy={busy} onClick={() => void cancel()}>
            {m.booking_cancel()}
          </Button>
          <Button look="secondary" onClick={onClose}>
            {m.booking_cancel_keep()}
          </Button>
        </>
      }
    >
      <p>{credit}</p>
      {failure && (
        <div role="alert">
          <Banner tone="danger">{failure}</Banner>
        </div>
      )}
    </Dialog>
  )
}
