import { Link, useNavigate } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import type { FullUser, ProviderCard } from '#contract/account/model.ts'
import type { BookingAccess } from '#contract/booking/model.ts'
import { utcDate } from '#contract/local-date.ts'
import { isMinor } from '#src/session/own-profile.ts'
import { BookingNotYet } from '../booking-not-yet.tsx'
import { book, fetchAccess, fetchSlots } from '../booking-calls.ts'
import { keepDone } from '../kept-bookings.ts'
import { SlotBooking } from '../slot-booking.tsx'
import { readProvider } from '#src/features/providers/directory/directory-store.ts'
import { refreshProvider } from '#src/features/providers/directory/directory-resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useRefresh } from '#src/data/use-refresh.ts'
import { isApiProblem } from '#src/offline/api/api-error.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { pricingAnchor } from '#src/features/providers/pricing-anchor.ts'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { backLinkClass, PageHeader } from '#src/ui/nav/page-header.tsx'
import { AdultsOnly } from '#src/features/providers/adults-only.tsx'
import { takes } from '#src/features/providers/viewer.ts'
import { asMember } from '#src/session/as-member.ts'

export interface BookingPageProps {
  db: UserDatabase
  providerId: string
  /** Handed over by the page before, or known on this device. */
  providerName: string | undefined
  /** What this device knew when the page was opened. */
  known: { provider: ProviderCard | undefined; profile: FullUser | undefined }
}

/** Spec 2: '/booking/{providerId}'. */
export function BookingPage({ db, providerId, providerName: name, known }: BookingPageProps) {
  const { access, refused, refresh, again } = useAccess(db, providerId)
  const [today] = useState(() => utcDate(Date.now()))
  const { provider, profile } = known
  // As far as this device knows; the server may know better, and then its word counts.
  const closed = provider && takes(provider, { minor: isMinor(profile, today) }) === false
  return (
    <>
      <PageHeader
        title={name === undefined ? m.booking_title() : m.booking_title_with({ name })}
        text={access?.canBook && m.booking_left({ count: access.remainingSessions })}
        back={<BackToProvider providerId={providerId} />}
      />
      {refused === 'missing' ? (
        <EmptyState emoji="🔎" title={m.booking_missing()} text={m.booking_missing_text()} />
      ) : access ? (
        <Allowed db={db} providerId={providerId} access={access} />
      ) : refused === 'adults_only' || closed ? (
        <Closed db={db} providerId={providerId} known={provider} />
      ) : (
        <BookingNotYet refresh={refresh} failed={m.booking_access_failed()} onRetry={again} />
      )}
    </>
  )
}

interface ClosedProps {
  db: UserDatabase
  providerId: string
  known: ProviderCard | undefined
}

/** Nobody under 18 books here. Who opened the address itself is shown the way on by what the server says of the provider. */
function Closed({ db, providerId, known }: ClosedProps) {
  const provider = useLiveQuery(
    () => readProvider(db.viewerId, providerId),
    [db, providerId],
    known,
  )
  useRefresh(async () => {
    if (!provider) await asMember(db, (token) => refreshProvider(db, token, providerId))
  })
  return <AdultsOnly provider={provider} />
}

interface AllowedProps {
  db: UserDatabase
  providerId: string
  access: BookingAccess
}

function Allowed({ db, providerId, access }: AllowedProps) {
  const navigate = useNavigate()
  if (!access.canBook) return <NoSessions providerId={providerId} />
  return (
    <SlotBooking
      durations={access.remaining}
      fetchSlots={(about) => asMember(db, (token) => fetchSlots(token, providerId, about))}
      onConfirm={async (slot) => {
        await keepDone(db, await asMember(db, (token) => book(token, providerId, slot)))
      }}
      words={{
        confirm: m.booking_confirm(),
        done: m.booking_done(),
        policy: () => m.booking_policy({ hours: access.changeNoticeHours }),
      }}
      onDone={() =>
        void navigate({ to: '/service-providers/$id', params: { id: providerId }, replace: true })
      }
    />
  )
}

/** Whether the viewer may book; asked before any slot is shown. */
function useAccess(db: UserDatabase, providerId: string) {
  const [access, setAccess] = useState<BookingAccess>()
  const [refused, setRefused] = useState<Refused>()
  const { refresh, again } = useRefresh(async () => {
    try {
      const fetched = await asMember(db, (token) => fetchAccess(token, providerId))
      // Somebody who is choosing a slot keeps what they see; the server counts again when it is booked.
      setAccess((known) => (known?.canBook ? known : fetched))
    } catch (error) {
      if (isApiProblem(error)) setRefused(refusals.get(error.problem.code))
      throw error
    }
  })
  return { access, refused, refresh, again }
}

type Refused = 'missing' | 'adults_only'

/** An address that names nobody or is no id at all, and a provider who does not see people under 18. */
const refusals: ReadonlyMap<string, Refused> = new Map([
  ['not_found', 'missing'],
  ['invalid_input', 'missing'],
  ['minors_not_seen', 'adults_only'],
])

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
