import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { BookingAccess } from '#contract/booking/api.ts'
import { changeableUntilMs, type Booking } from '#contract/booking/model.ts'
import { utcDate } from '#contract/local-date.ts'
import { useServerNow } from '#src/data/local-clock.ts'
import { profileResource } from '#src/data/profile-resource.ts'
import { ResourceMissing } from '#src/data/resource-view.tsx'
import { useRemote, useResource, useStored } from '#src/data/resource.ts'
import { pricingAnchor, AdultsOnly } from '#src/features/providers/provider-actions.tsx'
import { takes } from '#src/features/providers/viewer.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatSpan } from '#src/lib/dates.ts'
import { deviceZone } from '#src/offline/engine/tap-moment.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { isMinor } from '#src/session/own-profile.ts'
import { buttonClass } from '#src/ui/button/button.tsx'
import { backLinkClass, PageHeader } from '#src/ui/nav/page-header.tsx'
import { EmptyState } from '#src/ui/state/state-message.tsx'
import { accessRemote, book, providerResource, moveBooking } from '../booking-data.ts'
import { bookingsResource, mayChange, movedLabel, otherName } from '../bookings-resource.ts'
import { SlotBooking } from '../slot-booking.tsx'

export interface BookingPageProps {
  db: UserDatabase
  providerId: string
  /** Handed over by the page before. */
  providerName: string | undefined
}

/** Spec 2: '/booking/{providerId}'. */
export function BookingPage({ db, providerId, providerName }: BookingPageProps) {
  const access = useRemote(db, accessRemote, providerId)
  const provider = useStored(db, providerResource, providerId)
  const profile = useStored(db, profileResource)
  const [today] = useState(() => utcDate(Date.now()))
  const name = providerName ?? provider?.name
  const allowed = typeof access.data === 'object' ? access.data : undefined
  // As far as this device knows; the server may know better, and then its word counts.
  const closed = provider && takes(provider, { minor: isMinor(profile, today) }) === false
  return (
    <>
      <PageHeader
        title={name === undefined ? m.booking_title() : m.booking_title_with({ name })}
        text={allowed?.canBook && m.booking_left({ count: allowed.remainingSessions })}
        back={<BackToProvider providerId={providerId} />}
      />
      {access.data === 'missing' ? (
        <EmptyState emoji="🔎" title={m.booking_missing()} text={m.booking_missing_text()} />
      ) : allowed ? (
        <Allowed db={db} providerId={providerId} access={allowed} />
      ) : access.data === 'adults_only' || closed ? (
        <Closed db={db} providerId={providerId} />
      ) : (
        <ResourceMissing
          of={access}
          skeleton={{ shape: 'block', count: 3 }}
          failed={m.booking_access_failed()}
          offline={m.booking_offline()}
        />
      )}
    </>
  )
}

/** People under 18 do not book here. Who opened the address itself gets the way on from what the server says of the provider. */
function Closed({ db, providerId }: { db: UserDatabase; providerId: string }) {
  return <AdultsOnly provider={useResource(db, providerResource, providerId).data} />
}

interface AllowedProps {
  db: UserDatabase
  providerId: string
  access: BookingAccess
}

function Allowed({ db, providerId, access }: AllowedProps) {
  const navigate = useNavigate()
  const nowMs = useServerNow()
  const hours = access.changeNoticeHours
  if (!access.canBook && access.onHold > 0) return <OnHold count={access.onHold} />
  if (!access.canBook) return <NoSessions providerId={providerId} />
  return (
    <SlotBooking
      db={db}
      source={{ kind: 'provider', id: providerId }}
      durations={access.remaining}
      onConfirm={(slot, unanswered) => book(db, providerId, slot, unanswered)}
      labels={{
        confirm: m.booking_confirm(),
        done: m.booking_done(),
        policy: ({ start }) =>
          changeableUntilMs('client', Date.parse(start), hours) > nowMs
            ? m.booking_policy({ hours })
            : m.booking_moved_for_good(),
      }}
      onDone={() =>
        void navigate({ to: '/service-providers/$id', params: { id: providerId }, replace: true })
      }
    />
  )
}

function BackToProvider({ providerId }: { providerId: string }) {
  return (
    <Link className={backLinkClass} to="/service-providers/$id" params={{ id: providerId }}>
      {m.booking_back()}
    </Link>
  )
}

/** Spec 4: nothing left to book with; leads to the prices on the provider's page. */
function NoSessions({ providerId }: { providerId: string }) {
  return (
    <EmptyState
      emoji="🎟️"
      title={m.booking_none()}
      text={m.booking_none_text()}
      action={
        <Link
          className={buttonClass()}
          to="/service-providers/$id"
          params={{ id: providerId }}
          hash={pricingAnchor}
        >
          {m.booking_view_pricing()}
        </Link>
      }
    />
  )
}

/** Sessions were paid, and a bank disputes it: nothing needs to be bought meanwhile. */
function OnHold({ count }: { count: number }) {
  return (
    <EmptyState
      emoji="🧾"
      title={m.booking_on_hold({ count })}
      text={m.booking_on_hold_text()}
      action={
        <Link className={buttonClass()} to="/payment">
          {m.payments_mine()}
        </Link>
      }
    />
  )
}

export interface MovePageProps {
  db: UserDatabase
  providerId: string
  bookingId: string
}

/** Another time for a session that is booked already. */
export function MovePage({ db, providerId, bookingId }: MovePageProps) {
  const nowMs = useServerNow()
  const bookings = useResource(db, bookingsResource)
  const { data, refresh } = bookings
  const booking = data?.find(({ _id }) => _id === bookingId)
  const [openedId, setOpenedId] = useState<string>()
  const mine = booking?.role === 'client' && booking.status === 'booked'
  // Asked once: the time that it is moved to may be too near to move it again.
  if (mine && openedId !== bookingId && mayChange(booking, nowMs)) setOpenedId(bookingId)
  const movable = mine && openedId === bookingId
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
  const nowMs = useServerNow()
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
