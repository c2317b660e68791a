import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { icsOfBooking } from '#contract/booking/ics.ts'
import {
  type Booking,
  cancelCountsUntilMs,
  lateCancelDays,
  lateCancelHoursMax,
  lateCancelsMax,
} from '#contract/booking/model.ts'
import { defineLocal, useStored } from '#src/data/resource.ts'
import { currentLanguage, term } from '#src/i18n/chosen.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatSpan, formatWeekdayMoment } from '#src/lib/dates.ts'
import { saveFile } from '#src/lib/hand-over.ts'
import { useConnection } from '#src/lib/online.ts'
import { deviceZone } from '#src/offline/engine/tap-moment.ts'
import {
  dropRefusedCancels,
  waitingCancel,
  type WaitingCancel,
} from '#src/offline/features/booking.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { StorageFullError } from '#src/offline/storage/quota.ts'
import { buttonClass, Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { Banner, FailureBanner } from '#src/ui/message/banner.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { cancelBooking, outcomeOfCancel, takeBackCancel } from './booking-data.ts'
import { mayChange, otherName, reviewedResource } from './bookings-resource.ts'

interface SessionActionsProps {
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
  const proposes = useStored(db, reviewedResource) !== false && role === 'provider'
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
      {changeable && proposes && other && (
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

const cancelResource = defineLocal({ key: 'booking.cancel', read: waitingCancel })

/** The cancel of a session that is in line, or was refused; followed as it changes. */
function useWaitingCancel(db: UserDatabase, bookingId: string): WaitingCancel | undefined {
  return useStored(db, cancelResource, bookingId)
}

interface SessionCancelProps {
  db: UserDatabase
  booking: Booking
}

/** What becomes of the cancel of a session: until when it counts while it waits, or why it did not. */
export function SessionCancel({ db, booking }: SessionCancelProps) {
  const waiting = useWaitingCancel(db, booking._id)
  if (!waiting) return null
  const { opId, cancel, status, refusal } = waiting
  if (status === 'refused') {
    const why = term(refusal ?? m.booking_cancel_failed())
    const seen = () => void dropRefusedCancels(db, booking._id).catch(complain)
    return (
      <Banner
        tone="danger"
        action={
          <Button look="secondary" size="small" onClick={seen}>
            {m.booking_cancel_seen()}
          </Button>
        }
      >
        {m.booking_cancel_refused({ why })}
      </Banner>
    )
  }
  const untilMs = cancelCountsUntilMs(cancel, {
    startMs: Date.parse(booking.start),
    changeableMs: Date.parse(booking.changeableUntil),
  })
  const zone = deviceZone()
  const when = formatWeekdayMoment(cancel.tappedAt, zone)
  return (
    <Banner
      tone="warn"
      announced
      action={
        <Button look="secondary" size="small" onClick={() => void takeBack(db, opId, booking._id)}>
          {m.booking_cancel_take_back()}
        </Button>
      }
    >
      {m.booking_cancel_waits({
        when,
        until: formatWeekdayMoment(new Date(untilMs).toISOString(), zone),
      })}
    </Banner>
  )
}

const takenBack = {
  stays: m.booking_cancel_taken_back,
  cancelled: m.booking_cancel_was_there,
  perhaps: m.booking_cancel_perhaps,
  sending: m.sync_delete_sending,
}

async function takeBack(db: UserDatabase, opId: string, bookingId: string): Promise<void> {
  try {
    showToast({ text: takenBack[await takeBackCancel(db, opId, bookingId)]() })
  } catch {
    complain()
  }
}

function complain(): void {
  showToast({ text: m.sync_undo_failed(), tone: 'danger' })
}

interface CancelDialogProps extends SessionCancelProps {
  onClose: () => void
}

/** Asks before a session is cancelled, and says what becomes of its credit. */
function CancelDialog({ db, booking, onClose }: CancelDialogProps) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const part = useRef<HTMLParagraphElement>(null)
  const connection = useConnection()
  const credit =
    booking.role === 'client' ? m.booking_cancel_credit() : m.booking_cancel_credit_client()

  async function cancel() {
    setBusy(true)
    setFailure(undefined)
    try {
      await cancelBooking(db, booking)
      const outcome = await outcomeOfCancel(db, booking._id)
      if (typeof outcome === 'string') {
        // One that waits says so on its card.
        if (outcome === 'cancelled') showToast({ text: m.booking_cancelled() })
        onClose()
        return
      }
      // A refusal that nobody reads here, the page was left, is on the card of the session.
      if (!part.current) return
      await dropRefusedCancels(db, booking._id)
      setFailure(term(outcome.refusal ?? m.booking_cancel_failed()))
    } catch (error) {
      const full = error instanceof StorageFullError
      setFailure(full ? m.trackers_failed_full() : m.booking_cancel_failed())
    }
    setBusy(false)
  }

  return (
    <Dialog
      open
      onClose={onClose}
      dismissible={!busy}
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
          <Button look="secondary" disabled={busy} onClick={onClose}>
            {m.booking_cancel_keep()}
          </Button>
        </>
      }
    >
      <p ref={part}>{credit}</p>
      {connection !== 'online' && <p>{laterText(booking)}</p>}
      <FailureBanner text={failure} />
    </Dialog>
  )
}

/** What becomes of a cancel that nothing answers now. */
function laterText({ role }: Booking): string {
  return role === 'client'
    ? m.booking_cancel_later({
        hours: lateCancelHoursMax,
        times: lateCancelsMax,
        days: lateCancelDays,
      })
    : m.booking_cancel_later_provider()
}
