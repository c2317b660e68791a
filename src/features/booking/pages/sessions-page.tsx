import { useState, type ReactNode } from 'react'
import type { Booking } from '#contract/booking/model.ts'
import styles from '../booking.module.css'
import { ResourceView } from '#src/data/resource-view.tsx'
import { useResource } from '#src/data/resource.ts'
import { bookingsResource } from '../bookings-resource.ts'
import {
  sessionScopes,
  sessionsIn,
  type SessionScope,
  mayChange,
  isUpcoming,
  otherName,
  sessionStatusLabel,
} from '../session-status.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useNow } from '#src/lib/now.ts'
import { knownData } from '#src/data/use-refresh.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { SegmentedControl } from '#src/ui/choice/segmented-control.tsx'
import { BackToDashboard } from '#src/ui/nav/back-to-dashboard.tsx'
import { ToPayments } from '#src/features/payments/payment-links.tsx'
import type { Session } from '#src/session/session.ts'
import { SessionActions } from '../session-actions.tsx'
import { Photo } from '#src/lib/photo.tsx'
import { Card } from '#src/ui/card/card.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { timeThere } from '../slot-times.ts'
import { deviceZone, formatSpan, formatWeekdayMoment } from '#src/lib/dates.ts'

export interface SessionsPageProps {
  db: UserDatabase
  session: Session
}

const scopeNames = { upcoming: m.booking_sessions_upcoming, past: m.booking_sessions_past }

/** My sessions, of a client and of a care provider alike; readable offline. */
export function SessionsPage({ db, session: { user } }: SessionsPageProps) {
  const nowMs = useNow()
  const [scope, setScope] = useState<SessionScope>('upcoming')
  const bookings = useResource(db, bookingsResource)
  const provider = user.userT === 'ServiceProvider'
  const sessions = bookings.data && sessionsIn(scope, bookings.data, nowMs)
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
        options={sessionScopes.map((value) => ({ value, label: scopeNames[value]() }))}
        value={scope}
        onChange={setScope}
      />
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
                  booking={booking}
                  nowMs={nowMs}
                  actions={
                    scope === 'upcoming' && (
                      <SessionActions db={db} booking={booking} nowMs={nowMs} />
                    )
                  }
                />
              </li>
            ))}
          </ul>
        )}
      </ResourceView>
    </div>
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

interface SessionCardProps {
  booking: Booking
  nowMs: number
  /** Cancel, reschedule and the calendar file, as far as they are possible. */
  actions: ReactNode
}

/** One session: with whom, when by both clocks, its status and until when it can be changed. */
function SessionCard({ booking, nowMs, actions }: SessionCardProps) {
  const { with: other, role, start, timeZone, changeableUntil } = booking
  const zone = deviceZone()
  const there =
    role === 'client' ? timeThere(start, { viewer: zone, provider: timeZone }) : undefined
  const { text, tone } = sessionStatusLabel(booking, nowMs)
  return (
    <Card className={styles.session}>
      <div className={styles.head}>
        {other && (
          <Photo
            id={other._id}
            name={otherName(booking)}
            file={other.profileImg}
            size={56}
            decorative
          />
        )}
        <div className={styles.facts}>
          <h2 className={styles.name}>{otherName(booking)}</h2>
          <p>{formatSpan(booking, zone)}</p>
          {there !== undefined && (
            <p className={styles.muted}>{m.booking_session_there({ time: there })}</p>
          )}
        </div>
        <Tag tone={tone}>{text}</Tag>
      </div>
      {isUpcoming(booking, nowMs) && (
        <p className={styles.muted}>
          {mayChange(booking, nowMs)
            ? m.booking_changeable({ when: formatWeekdayMoment(changeableUntil, zone) })
            : m.booking_too_late()}
        </p>
      )}
      {actions && <div className={styles.actions}>{actions}</div>}
    </Card>
  )
}
