import styles from '../booking.module.css'
import { ResourceView } from '#src/data/resource-view.tsx'
import { useResource } from '#src/data/resource.ts'
import { bookingsResource } from '../bookings-resource.ts'
import {
  sessionScopes,
  sessionViews,
  sessionsIn,
  type SessionScope,
  type SessionsView,
} from '../session-status.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useNow } from '#src/lib/now.ts'
import { knownData } from '#src/data/use-refresh.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { SegmentedControl } from '#src/ui/choice/segmented-control.tsx'
import { BackToDashboard } from '#src/ui/nav/back-links.tsx'
import { ToPayments } from '#src/features/payments/payment-links.tsx'
import type { Session } from '#src/session/session.ts'
import { SessionActions } from '../session-actions.tsx'
import { WithBriefs } from '../session-brief.tsx'
import { SessionCard } from '../session-card.tsx'
import { WeekView } from '../week/week-view.tsx'

export interface SessionsPageProps {
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

/** My sessions, of a client and of a care provider alike; readable offline. A provider's begin with their week. */
export function SessionsPage({ db, session: { user }, show, onShow }: SessionsPageProps) {
  const provider = user.userT === 'ServiceProvider'
  const [first = 'upcoming'] = provider ? sessionViews : sessionScopes
  const view = show === undefined || (show === 'week' && !provider) ? first : show
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
        options={(provider ? sessionViews : sessionScopes).map((value) => ({
          value,
          label: viewNames[value](),
        }))}
        value={view}
        onChange={onShow}
      />
      {view === 'week' ? (
        <WeekView db={db} />
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
  const nowMs = useNow()
  const bookings = useResource(db, bookingsResource)
  const sessions = bookings.data && sessionsIn(scope, bookings.data, nowMs)
  return (
    <ResourceView
      of={{ ...bookings, data: knownData(sessions, bookings.refresh) }}
      skeleton={{ shape: 'block', count: 3 }}
      failed={m.booking_sessions_failed()}
      offline={m.booking_sessions_offline()}
      empty={<NoneHere scope={scope} provider={provider} />}
    >
      {(rows) => (
        <ul className={styles.list}>
          {rows.map((booking) => (
            <li key={booking._id}>
              <SessionCard
                {...{ db, booking, nowMs }}
                linked
                actions={
                  scope === 'upcoming' && <SessionActions db={db} booking={booking} nowMs={nowMs} />
                }
              />
            </li>
          ))}
        </ul>
      )}
    </ResourceView>
  )
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
