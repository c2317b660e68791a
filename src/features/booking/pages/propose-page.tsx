import { useNavigate } from '@tanstack/react-router'
import type { Booking } from '#contract/booking/model.ts'
import { ResourceMissing } from '#src/data/resource-view.tsx'
import { useResource } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatSpan } from '#src/lib/dates.ts'
import { useNow } from '#src/lib/now.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { proposeTime } from '../booking-data.ts'
import { mayChange, otherName } from '../session-status.ts'
import { SlotBooking } from '../slot-booking.tsx'
import { sessionResource } from '../week/week-resource.ts'
import { BackToSessions } from './session-page.tsx'

export interface ProposePageProps {
  db: UserDatabase
  id: string
}

/** A care provider chooses another time for a session, which its client then accepts or declines. */
export function ProposePage({ db, id }: ProposePageProps) {
  const nowMs = useNow()
  const session = useResource(db, sessionResource, id)
  const { data: booking, refresh } = session
  const open = booking?.role === 'provider' && mayChange(booking, nowMs)
  const gone = booking ? refresh.status !== 'loading' : refresh.status === 'done'
  const name = booking && otherName(booking)
  return (
    <>
      <PageHeader
        title={
          name === undefined ? m.booking_propose_title() : m.booking_propose_title_with({ name })
        }
        text={booking && m.booking_move_now({ when: formatSpan(booking, booking.timeZone) })}
        back={<BackToSessions />}
      />
      {open && <Propose db={db} booking={booking} />}
      {!open && gone && (
        <EmptyState
          emoji="🔎"
          title={m.booking_session_missing()}
          text={m.booking_propose_missing_text()}
        />
      )}
      {!open && !gone && (
        <ResourceMissing
          of={session}
          skeleton={{ shape: 'block', count: 3 }}
          failed={m.booking_sessions_failed()}
          offline={m.booking_offline()}
        />
      )}
    </>
  )
}

function Propose({ db, booking }: { db: UserDatabase; booking: Booking }) {
  const navigate = useNavigate()
  const { _id: id, start, end, timeZone } = booking
  const duration = (Date.parse(end) - Date.parse(start)) / 60_000
  return (
    <SlotBooking
      db={db}
      source={{ kind: 'session', id }}
      zone={timeZone}
      durations={[{ duration, sessions: 1 }]}
      onConfirm={(slot) => proposeTime(db, id, slot)}
      labels={{
        confirm: m.booking_propose_confirm(),
        done: m.booking_propose_done(),
        doneText: (when) => m.booking_propose_done_text({ when }),
        policy: () => m.booking_propose_policy({ name: otherName(booking) }),
      }}
      onDone={() => void navigate({ to: '/sessions/$id', params: { id }, replace: true })}
    />
  )
}
