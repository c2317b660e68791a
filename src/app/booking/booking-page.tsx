import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { BookingAccess } from '#contract/booking/model.ts'
import { BookingNotYet } from '#src/features/booking/booking-not-yet.tsx'
import { book, fetchAccess, fetchSlots } from '#src/features/booking/booking-calls.ts'
import { keepDone } from '#src/features/booking/kept-bookings.ts'
import { SlotBooking } from '#src/features/booking/slot-booking.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { useRefresh } from '#src/lib/use-refresh.ts'
import { isApiProblem, serverWords } from '#src/offline/api-error.ts'
import type { UserDatabase } from '#src/offline/database.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { PageHeader } from '#src/ui/page-header.tsx'
import { asMember } from '../queue-auth.ts'
import { BackToProvider, NoSessions } from './booking-links.tsx'

export interface BookingPageProps {
  db: UserDatabase
  providerId: string
  /** Handed over by the page before, or known on this device. */
  providerName: string | undefined
}

/** Spec 2: '/booking/{providerId}'. */
export function BookingPage({ db, providerId, providerName: name }: BookingPageProps) {
  const { access, missing, why, refresh, again } = useAccess(db, providerId)
  return (
    <>
      <PageHeader
        title={name === undefined ? m.booking_title() : m.booking_title_with({ name })}
        text={access?.canBook && m.booking_left({ count: access.remainingSessions })}
        back={<BackToProvider providerId={providerId} />}
      />
      {missing ? (
        <EmptyState emoji="🔎" title={m.booking_missing()} text={m.booking_missing_text()} />
      ) : access ? (
        <Allowed db={db} providerId={providerId} access={access} />
      ) : (
        <BookingNotYet
          refresh={refresh}
          failed={why ?? m.booking_access_failed()}
          onRetry={again}
        />
      )}
    </>
  )
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
        policy: m.booking_policy({ hours: access.changeNoticeHours }),
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
  const [missing, setMissing] = useState(false)
  const [why, setWhy] = useState<string>()
  const { refresh, again } = useRefresh(async () => {
    try {
      const fetched = await asMember(db, (token) => fetchAccess(token, providerId))
      // Somebody who is choosing a slot keeps what they see; the server counts again when it is booked.
      setAccess((known) => (known?.canBook ? known : fetched))
    } catch (error) {
      if (isApiProblem(error)) setMissing(noProvider.has(error.problem.code))
      setWhy(serverWords(error))
      throw error
    }
  })
  return { access, missing, why, refresh, again }
}

/** An address that names nobody, or is no id at all. */
const noProvider = new Set(['not_found', 'invalid_input'])
