import { Link, useNavigate } from '@tanstack/react-router'
import type { Booking } from '#contract/booking/model.ts'
import { ResourceMissing } from '#src/data/resource-view.tsx'
import { useResource } from '#src/data/resource.ts'
import { moveBooking } from '../booking-data.ts'
import { bookingsResource } from '../bookings-resource.ts'
import { mayChange, movedLabel, otherName } from '../session-status.ts'
import { SlotBooking } from '../slot-booking.tsx'
import { deviceZone, formatSpan } from '#src/lib/dates.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useNow } from '#src/lib/now.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { backLinkClass, PageHeader } from '#src/ui/nav/page-header.tsx'

export interface MovePageProps {
  db: UserDatabase
  providerId: string
  bookingId: string
}

/** Another time for a session that is booked already. */
export function MovePage({ db, providerId, bookingId }: MovePageProps) {
  const nowMs = useNow()
  const bookings = useResource(db, bookingsResource)
  const { data, refresh } = bookings
  const booking = data?.find(({ _id }) => _id === bookingId)
  const movable = booking?.role === 'client' && mayChange(booking, nowMs)
  // That this device knows of none is news only from the server.
  const gone = booking ? refresh.status !== 'loading' : data && refresh.status === 'done'
  const name = booking && otherName(booking)
  return (
    <>
      <PageHeader
        title={name === undefined ? m.booking_move_title() : m.booking_move_title_with({ name })}
        text={booking && m.booking_move_now({ when: formatSpan(booking, deviceZone()) })}
        back={<BackToSessions />}
      />
      {movable && <Move db={db} providerId={providerId} booking={booking} />}
      {!movable && gone && (
        <EmptyState
          emoji="🔎"
          title={m.booking_move_missing()}
          text={m.booking_move_missing_text()}
        />
      )}
      {!movable && !gone && (
        <ResourceMissing
          of={bookings}
          skeleton={{ shape: 'block', count: 3 }}
          failed={m.booking_sessions_failed()}
          offline={m.booking_offline()}
        />
      )}
    </>
  )
}

interface MoveProps {
  db: UserDatabase
  providerId: string
  booking: Booking
}

function Move({ db, providerId, booking }: MoveProps) {
  const navigate = useNavigate()
  const nowMs = useNow()
  const { _id, start, end } = booking
  const duration = (Date.parse(end) - Date.parse(start)) / 60_000
  return (
    <SlotBooking
      db={db}
      source={{ kind: 'provider', id: providerId }}
      durations={[{ duration, sessions: 1 }]}
      onConfirm={(slot) => moveBooking(db, _id, slot)}
      labels={{
        confirm: m.booking_confirm_move(),
        done: m.booking_done_move(),
        policy: (slot) => movedLabel(booking, slot, nowMs),
      }}
      onDone={() => void navigate({ to: '/sessions', replace: true })}
    />
  )
}

function BackToSessions() {
  return (
    <Link className={backLinkClass} to="/sessions">
      {m.booking_sessions()}
    </Link>
  )
}
