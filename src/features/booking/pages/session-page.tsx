import { Link, useNavigate } from '@tanstack/react-router'
import type { Booking } from '#contract/booking/model.ts'
import { ResourceMissing, ResourceStale } from '#src/data/resource-view.tsx'
import { useResource } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useNow } from '#src/lib/now.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { backLinkClass, PageHeader } from '#src/ui/nav/page-header.tsx'
import { formatSpan } from '#src/lib/dates.ts'
import styles from '../booking.module.css'
import { SessionActions } from '../session-actions.tsx'
import { WithBriefs } from '../session-brief.tsx'
import { SessionCard } from '../session-card.tsx'
import { isUpcoming, mayChange, otherName } from '../session-status.ts'
import { sessionResource } from '../week/week-resource.ts'
import { proposeTime } from '../booking-data.ts'
import { SlotBooking } from '../slot-booking.tsx'

export interface SessionPageProps {
  db: UserDatabase
  id: string
}

/** One session, with all that can be done with it; readable offline. */
export function SessionPage({ db, id }: SessionPageProps) {
  const nowMs = useNow()
  const session = useResource(db, sessionResource, id)
  const { data: booking, refresh } = session
  return (
    <div className={styles.screen}>
      <PageHeader title={m.booking_session()} back={<BackToSessions />} />
      {booking ? (
        <>
          <ResourceStale of={session} failed={m.booking_sessions_failed()} />
          <OneSession {...{ db, booking, nowMs }} />
        </>
      ) : refresh.status === 'done' ? (
        <EmptyState
          emoji="🔎"
          title={m.booking_session_missing()}
          text={m.booking_session_missing_text()}
        />
      ) : (
        <ResourceMissing
          of={session}
          skeleton={{ shape: 'block', count: 1 }}
          failed={m.booking_sessions_failed()}
          offline={m.booking_sessions_offline()}
        />
      )}
    </div>
  )
}

function OneSession(of: { db: UserDatabase; booking: Booking; nowMs: number }) {
  const { db, booking, nowMs } = of
  const actions = isUpcoming(booking, nowMs) && <SessionActions {...of} />
  return (
    <WithBriefs db={db} provider={booking.role === 'provider'}>
      <SessionCard {...of} actions={actions} />
    </WithBriefs>
  )
}

function BackToSessions() {
  return (
    <Link className={backLinkClass} to="/sessions">
      {m.booking_sessions()}
    </Link>
  )
}

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
