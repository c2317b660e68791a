import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { icsOfBooking } from '#contract/booking/ics.ts'
import type { Booking } from '#contract/booking/model.ts'
import { CancelDialog, useWaitingCancel } from './session-cancel.tsx'
import { mayChange, otherName } from './session-status.ts'
import { currentLanguage } from '#src/i18n/chosen.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { saveFile } from '#src/lib/files.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { Button } from '#src/ui/button/button.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'

export interface SessionActionsProps {
  db: UserDatabase
  booking: Booking
  nowMs: number
}

/** What can still be done with a session to come. The calendar file needs no network. */
export function SessionActions({ db, booking, nowMs }: SessionActionsProps) {
  const [cancelling, setCancelling] = useState(false)
  const { _id, role, with: other } = booking
  const waiting = useWaitingCancel(db, _id)
  const leaving = waiting !== undefined && waiting.status !== 'refused'
  const changeable = mayChange(booking, nowMs) && !leaving
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
        <CancelDialog booking={booking} db={db} onClose={() => setCancelling(false)} />
      )}
    </>
  )
}

function saveIcs(booking: Booking): void {
  const text = icsOfBooking(booking, currentLanguage())
  saveFile('zync-session.ics', new Blob([text], { type: 'text/calendar' }))
}
