import { Link } from '@tanstack/react-router'
import { ResourceMissing, ResourceStale } from '#src/data/resource-view.tsx'
import { useResource } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useNow } from '#src/lib/now.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { backLinkClass, PageHeader } from '#src/ui/nav/page-header.tsx'
import styles from '../booking.module.css'
import { SessionActions } from '../session-actions.tsx'
import { SessionCard } from '../session-card.tsx'
import { isUpcoming } from '../session-status.ts'
import { sessionResource } from '../week/week-resource.ts'

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
          <SessionCard
            {...{ db, booking, nowMs }}
            actions={
              isUpcoming(booking, nowMs) && (
                <SessionActions db={db} booking={booking} nowMs={nowMs} />
              )
            }
          />
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

export function BackToSessions() {
  return (
    <Link className={backLinkClass} to="/sessions">
      {m.booking_sessions()}
    </Link>
  )
}
