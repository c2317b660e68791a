import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { icsOfBooking } from '#contract/booking/ics.ts'
import type { Booking } from '#contract/booking/model.ts'
import { cancelBooking } from './booking-data.ts'
import { mayChange, otherName } from './session-status.ts'
import { currentLanguage } from '#src/i18n/chosen.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { saveFile } from '#src/lib/files.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { Button } from '#src/ui/button/button.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { serverWords } from '#src/offline/api/api-error.ts'
import { Banner } from '#src/ui/message/banner.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { showToast } from '#src/ui/message/toast-store.ts'
import { deviceZone, formatSpan } from '#src/lib/dates.ts'

export interface SessionActionsProps {
  db: UserDatabase
  booking: Booking
  nowMs: number
}

/** What can still be done with a session to come. The calendar file needs no network. */
export function SessionActions({ db, booking, nowMs }: SessionActionsProps) {
  const [cancelling, setCancelling] = useState(false)
  const { _id, role, with: other } = booking
  const changeable = mayChange(booking, nowMs)
  const whose = <VisuallyHidden>{m.booking_named({ name: otherName(booking) })}</VisuallyHidden>
  return (
    <>
      <Button look="secondary" size="small" icon="calendar" onClick={() => saveIcs(booking)}>
        {m.booking_ics()} {whose}
      </Button>
      {changeable && role === 'client' && other && (
        <Link
          className={buttonClass({ look: 'secondary', size: 'small' })}
          to="/booking/$providerId"
          params={{ providerId: other._id }}
          search={{ move: _id }}
        >
          {m.booking_move()} {whose}
        </Link>
      )}
      {changeable && role === 'provider' && other && (
        <Link
          className={buttonClass({ look: 'secondary', size: 'small' })}
          to="/sessions/$id"
          params={{ id: _id }}
          search={{ propose: true }}
        >
          {m.booking_propose()} {whose}
        </Link>
      )}
      {changeable && (
        <Button look="secondary" size="small" onClick={() => setCancelling(true)}>
          {m.booking_cancel()} {whose}
        </Button>
      )}
      {cancelling && (
        <CancelDialog
          booking={booking}
          onCancel={() => cancelBooking(db, _id)}
          onClose={() => setCancelling(false)}
        />
      )}
    </>
  )
}

function saveIcs(booking: Booking): void {
  const text = icsOfBooking(booking, currentLanguage())
  saveFile('zync-session.ics', new Blob([text], { type: 'text/calendar' }))
}

interface CancelDialogProps {
  booking: Booking
  /** Rejects where the server refused or did not answer. */
  onCancel: () => Promise<void>
  onClose: () => void
}

/** Asks before a session is cancelled, and says what becomes of its credit. */
function CancelDialog({ booking, onCancel, onClose }: CancelDialogProps) {
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
        when: formatSpan(booking, deviceZone()),
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
