import { Link, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { Booking } from '#contract/booking/model.ts'
import { useServerNow } from '#src/data/local-clock.ts'
import { ResourceView, ResourceMissing, ResourceStale } from '#src/data/resource-view.tsx'
import { useResource, useStored } from '#src/data/resource.ts'
import { knownData } from '#src/data/use-refresh.ts'
import { ToPayments } from '#src/features/payments/payment-parts.tsx'
import { useMaySpeakUp, useSafetyDialog } from '#src/features/safety/safety-menu.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatSpan } from '#src/lib/dates.ts'
import { deviceZone } from '#src/offline/engine/tap-moment.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import type { Session } from '#src/session/session.ts'
import { SegmentedControl } from '#src/ui/choice/segmented-control.tsx'
import { VirtualList } from '#src/ui/list/virtual-list.tsx'
import { BackToDashboard } from '#src/ui/nav/back-links.tsx'
import { PageHeader, backLinkClass } from '#src/ui/nav/page-header.tsx'
import { EmptyState } from '#src/ui/state/state-message.tsx'
import { latestMoment, proposeTime } from '../booking-data.ts'
import {
  bookingsResource,
  sessionScopes,
  sessionViews,
  sessionsIn,
  type SessionScope,
  type SessionsView,
  isUpcoming,
  mayChange,
  otherName,
  reviewedResource,
} from '../bookings-resource.ts'
import { SessionActions } from '../session-actions.tsx'
import { SessionCard, type SessionCardProps } from '../session-card.tsx'
import { WithBriefs } from '../session-ways.tsx'
import { SlotBooking } from '../slot-booking.tsx'
import { sessionResource } from '../week/week-resource.ts'
import { WeekView } from '../week/week-view.tsx'
import styles from '../booking.module.css'

interface SessionsPageProps {
  db: UserDatabase
  session: Session
  /** What is shown first of a provider's is their week, of everybody else's what is to come. */
  show: SessionsView | undefined
  onShow: (show: SessionsView) => void
}

const viewNames = {
  week: m.booking_sessions_week,
  upcoming: m.booking_sessions_upcoming,
  past: m.booking_sessions_past,
}

/** My sessions, of a client and of a care provider alike; readable offline. A reviewed provider's begin with their week. */
export function SessionsPage({ db, session: { user }, show, onShow }: SessionsPageProps) {
  const provider = user.userT === 'ServiceProvider'
  const reviewed = useStored(db, reviewedResource)
  const views = provider && reviewed !== false ? sessionViews : sessionScopes
  const [first = 'upcoming'] = views
  const view = views.find((each) => each === show) ?? first
  return (
    <div className={styles.screen}>
      <PageHeader
        title={m.booking_sessions()}
        text={m.booking_sessions_text()}
        back={<BackToDashboard />}
        actions={!provider && <ToPayments />}
      />
      <SegmentedControl
        legend={m.booking_sessions_scope()}
        options={views.map((value) => ({
          value,
          label: viewNames[value](),
        }))}
        value={view}
        onChange={onShow}
      />
      {view === 'week' ? (
        reviewed && <WeekView db={db} />
      ) : (
        <WithBriefs db={db} provider={provider}>
          <SessionList db={db} scope={view} provider={provider} />
        </WithBriefs>
      )}
    </div>
  )
}

interface SessionListProps {
  db: UserDatabase
  scope: SessionScope
  provider: boolean
}

function SessionList({ db, scope, provider }: SessionListProps) {
  const nowMs = useServerNow()
  const bookings = useResource(db, bookingsResource)
  const sessions = bookings.data && sessionsIn(scope, bookings.data, nowMs)
  const mayReport = useMaySpeakUp(db)
  const { ask, dialog } = useSafetyDialog(db)
  const drawSession = useCallback(
    (booking: Booking) => <ListedSession {...{ db, booking, scope, mayReport }} onAsk={ask} />,
    [db, scope, mayReport, ask],
  )
  return (
    <>
      <ResourceView
        of={{ ...bookings, data: knownData(sessions, bookings.refresh) }}
        skeleton={{ shape: 'block', count: 3 }}
        failed={m.booking_sessions_failed()}
        offline={m.booking_sessions_offline()}
        empty={<NoneHere scope={scope} provider={provider} />}
      >
        {(rows) => (
          <VirtualList
            key={scope}
            id={`sessions ${scope}`}
            items={rows}
            keyOf={({ _id }) => _id}
            rowPx={cardPx}
            wide
          >
            {drawSession}
          </VirtualList>
        )}
      </ResourceView>
      {dialog}
    </>
  )
}

/** About as high as a session's card is on a phone. */
const cardPx = 260

interface ListedSessionProps extends Pick<
  SessionCardProps,
  'db' | 'booking' | 'mayReport' | 'onAsk'
> {
  scope: SessionScope
}

/** The card of a session; the hours in which nothing about it changes draw it once. */
function ListedSession({ db, booking, scope, mayReport, onAsk }: ListedSessionProps) {
  const nowMs = useServerNow((atMs) => latestMoment(booking, atMs))
  const of = { db, booking, nowMs }
  const actions = scope === 'upcoming' && <SessionActions {...of} />
  return <SessionCard {...of} {...{ mayReport, onAsk, actions }} linked />
}

function NoneHere({ scope, provider }: { scope: SessionScope; provider: boolean }) {
  if (scope === 'past') return <EmptyState emoji="🗓️" title={m.booking_sessions_none_past()} />
  return (
    <EmptyState
      emoji="🗓️"
      title={m.booking_sessions_none()}
      text={provider ? m.booking_sessions_none_provider() : m.booking_sessions_none_client()}
    />
  )
}

interface SessionPageProps {
  db: UserDatabase
  id: string
}

/** One session, with all that can be done with it; readable offline. */
export function SessionPage({ db, id }: SessionPageProps) {
  const nowMs = useServerNow()
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
  const mayReport = useMaySpeakUp(db)
  const actions = isUpcoming(booking, nowMs) && <SessionActions {...of} />
  return (
    <WithBriefs db={db} provider={booking.role === 'provider'}>
      <SessionCard {...of} {...{ mayReport, actions }} />
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

interface ProposePageProps {
  db: UserDatabase
  id: string
}

/** A care provider chooses another time for a session, which its client then accepts or declines. */
export function ProposePage({ db, id }: ProposePageProps) {
  const nowMs = useServerNow()
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
        text={booking && m.booking_move_now({ when: formatSpan(booking, deviceZone()) })}
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
  const { _id: id, start, end } = booking
  const duration = (Date.parse(end) - Date.parse(start)) / 60_000
  return (
    <SlotBooking
      db={db}
      source={{ kind: 'session', id }}
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
