import { Link, useNavigate } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import type { Booking } from '#contract/booking/model.ts'
import { fetchSlots, moveBooking } from '../booking-calls.ts'
import { BookingNotYet } from '../booking-not-yet.tsx'
import { keepDone, readBookings, refreshBookings } from '../kept-bookings.ts'
import { mayChange, movedWords, otherName } from '../session-standing.ts'
import { SlotBooking } from '../slot-booking.tsx'
import { deviceZone, formatSpan } from '#src/lib/dates.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useNow } from '#src/lib/now.ts'
import { useRefresh } from '#src/data/use-refresh.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { backLinkClass, PageHeader } from '#src/ui/nav/page-header.tsx'
import { asMember } from '#src/session/as-member.ts'

export interface MovePageProps {
  db: UserDatabase
  providerId: string
  bookingId: string
  /** What this device knew when the page was opened. */
  known: Booking[] | undefined
}

/** Another time for a session that is booked already. */
export function MovePage({ db, providerId, bookingId, known }: MovePageProps) {
  const nowMs = useNow()
  const bookings = useLiveQuery(() => readBookings(db), [db], known)
  const { refresh, again } = useRefresh(() => asMember(db, (token) => refreshBookings(db, token)))
  const booking = bookings?.find(({ _id }) => _id === bookingId)
  const movable = booking?.role === 'client' && mayChange(booking, nowMs)
  // That this device knows of none is news only from the server.
  const gone = booking ? refresh.status !== 'loading' : bookings && refresh.status === 'done'
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
        <BookingNotYet refresh={refresh} failed={m.booking_sessions_failed()} onRetry={again} />
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
      durations={[{ duration, sessions: 1 }]}
      fetchSlots={(about) => asMember(db, (token) => fetchSlots(token, providerId, about))}
      onConfirm={async (slot) => {
        await keepDone(db, await asMember(db, (token) => moveBooking(token, _id, slot)))
      }}
      words={{
        confirm: m.booking_confirm_move(),
        done: m.booking_done_move(),
        policy: (slot) => movedWords(booking, slot, nowMs),
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
