import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Booking } from '#contract/booking/model.ts'
import { localTimeAt } from '#contract/local-date.ts'
import { useServerNow } from '#src/data/local-clock.ts'
import { ResourceView } from '#src/data/resource-view.tsx'
import { useResource, type Loaded } from '#src/data/resource.ts'
import { bookingsResource, otherName, sessionsIn } from '#src/features/booking/bookings-resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatClockSpan, formatSpan, formatUpcoming } from '#src/lib/dates.ts'
import { Photo } from '#src/lib/private-image.tsx'
import { deviceZone } from '#src/offline/engine/tap-moment.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { buttonClass } from '#src/ui/button/button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { Row, Rows } from '#src/ui/card/lists.tsx'
import styles from './dashboard.module.css'

/** The next session of a client, and the way to a coach where there is none. */
export function NextSessionPart({ db }: { db: UserDatabase }) {
  const nowMs = useServerNow()
  const sessions = useResource(db, bookingsResource)
  return (
    <SessionsCard title={m.dashboard_next_session()} of={sessions}>
      {(bookings) => {
        const [next] = sessionsIn('upcoming', bookings, nowMs)
        if (next) return <SessionRows sessions={[next]} when={spanThere} />
        return (
          <div className={styles.none}>
            <p>{m.booking_sessions_none()}</p>
            <Link
              className={buttonClass({ look: 'secondary', size: 'small' })}
              to="/parenting-coaches"
            >
              {m.dashboard_coach_find()}
            </Link>
          </div>
        )
      }}
    </SessionsCard>
  )
}

/** A care provider's sessions of today, and which one is next where there is none. */
export function TodaysSessionsPart({ db }: { db: UserDatabase }) {
  const nowMs = useServerNow()
  const sessions = useResource(db, bookingsResource)
  return (
    <SessionsCard title={m.dashboard_sessions_today()} of={sessions}>
      {(bookings) => {
        const upcoming = sessionsIn('upcoming', bookings, nowMs)
        const today = upcoming.filter(({ start }) => dayOf(Date.parse(start)) === dayOf(nowMs))
        if (today.length > 0) return <SessionRows sessions={today} when={clockSpan} />
        const [next] = upcoming
        return (
          <div className={styles.none}>
            <p>{m.dashboard_sessions_none_today()}</p>
            {next && <p className={styles.note}>{nextLabel(next, nowMs)}</p>}
          </div>
        )
      }}
    </SessionsCard>
  )
}

interface SessionsCardProps {
  title: string
  of: Loaded<Booking[]>
  children: (bookings: Booking[]) => ReactNode
}

function SessionsCard({ title, of, children }: SessionsCardProps) {
  const all = (
    <Link className={buttonClass({ look: 'quiet', size: 'small' })} to="/sessions">
      {m.dashboard_sessions_all()}
    </Link>
  )
  return (
    <Card>
      <CardHeader title={title} end={all} />
      <CardBody>
        <ResourceView
          of={of}
          compact
          skeleton={{ count: 2 }}
          failed={m.booking_sessions_failed()}
          offline={m.booking_sessions_offline()}
        >
          {children}
        </ResourceView>
      </CardBody>
    </Card>
  )
}

interface SessionRowsProps {
  sessions: readonly Booking[]
  when: (booking: Booking) => string
}

function SessionRows({ sessions, when }: SessionRowsProps) {
  return (
    <Rows>
      {sessions.map((booking) => (
        <Row
          key={booking._id}
          picture={
            booking.with && (
              <Photo
                id={booking.with._id}
                name={otherName(booking)}
                file={booking.with.profileImg}
                size={44}
                decorative
              />
            )
          }
          title={otherName(booking)}
          note={when(booking)}
          end={null}
        />
      ))}
    </Rows>
  )
}

function spanThere(booking: Booking): string {
  return formatSpan(booking, deviceZone())
}

function clockSpan(booking: Booking): string {
  return formatClockSpan(booking, deviceZone())
}

function nextLabel(booking: Booking, nowMs: number): string {
  return m.dashboard_sessions_next({
    name: otherName(booking),
    when: formatUpcoming(booking.start, nowMs),
  })
}

function dayOf(epochMs: number): string {
  return localTimeAt(epochMs, deviceZone()).date
}
