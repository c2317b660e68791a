import { lazy, Suspense } from 'react'
import { Link } from '@tanstack/react-router'
import { isSuperAdmin } from '#contract/account/model.ts'
import { profileResource } from '#src/data/profile-resource.ts'
import { defineLocal, useResource, useStored } from '#src/data/resource.ts'
import { ConfirmEmailPart } from '#src/features/account/confirm-email/confirm-email-part.tsx'
import { ProfileCard } from '#src/features/account/profile-card.tsx'
import { MinorsBanner } from '#src/features/account/profile/minors-banner.tsx'
import { bookingsResource } from '#src/features/booking/bookings-resource.ts'
import { WaitingCard } from '#src/features/safety/admin/waiting-card.tsx'
import { CheckInCard } from '#src/features/trackers/check-in-card.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { dismiss, readDismissed } from '#src/offline/features/dismissed.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { minorsState } from '#src/session/minors-state.ts'
import type { Session } from '#src/session/session.ts'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { InstallCard } from '#src/ui/card/install-card.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { PartBoundary } from '#src/ui/state/part-boundary.tsx'
import styles from '../dashboard.module.css'
import { NoticesPart } from '../notices-part.tsx'
import { TrendsPart } from '../trends-part.tsx'
import { CircleBox, CircleSummary } from '#src/features/connections/circle-box.tsx'
import { circleResource } from '#src/features/connections/connections-resource.ts'

/** A part of its own: a young person alone has one. */
const CompanionCard = lazy(async () => ({
  default: (await import('#src/features/companion/companion-card.tsx')).CompanionCard,
}))

export interface DashboardScreenProps {
  db: UserDatabase
  session: Session
}

/** The person's own page: what this device knows at once, what the server knows a moment later. */
export function DashboardScreen({ db, session }: DashboardScreenProps) {
  const { user } = session
  const admin = isSuperAdmin(user)
  return (
    <div className={styles.dashboard}>
      <PageHeader title={m.shell_dashboard_hello({ name: user.firstname })} />
      {admin && (
        <PartBoundary>
          <AdminPart db={db} />
        </PartBoundary>
      )}
      {user.userT === 'Adolescent' && (
        <PartBoundary>
          <CheckInCard db={db} />
        </PartBoundary>
      )}
      {user.userT === 'Adolescent' && (
        <PartBoundary title={null}>
          <Suspense>
            <CompanionCard db={db} />
          </Suspense>
        </PartBoundary>
      )}
      <PartBoundary>
        <ConfirmEmailPart db={db} />
      </PartBoundary>
      {user.userT === 'ServiceProvider' && (
        <PartBoundary>
          <MinorsPart db={db} />
        </PartBoundary>
      )}
      <div className={styles.boxes}>
        <PartBoundary>
          <ProfileCard db={db} user={user} />
        </PartBoundary>
        <PartBoundary>
          <NoticesPart db={db} />
        </PartBoundary>
      </div>
      {user.userT === 'Adolescent' && (
        <PartBoundary>
          <TrendsPart db={db} />
        </PartBoundary>
      )}
      {!admin && (
        <div className={styles.boxes}>
          <PartBoundary>
            {user.userT === 'ServiceProvider' ? (
              <ProviderCircleParts db={db} />
            ) : (
              <CirclePart db={db} />
            )}
          </PartBoundary>
        </div>
      )}
      <InstallCard />
    </div>
  )
}

/** The hints that the person has put away on this device. */
const dismissedResource = defineLocal({ key: 'hints.dismissed', read: readDismissed })

/** A care provider reads that nobody under 18 can ask them, until they have put it away; a new reason shows again. */
function MinorsPart({ db }: { db: UserDatabase }) {
  const profile = useStored(db, profileResource)
  const dismissed = useStored(db, dismissedResource)
  if (!profile || !dismissed) return null
  const state = minorsState(profile)
  const id = `minors:${state}`
  if (dismissed.has(id)) return null
  return <MinorsBanner linked state={state} onDismiss={() => void dismiss(db, id)} />
}

/** What waits for a superAdmin, and the way to sessions of their own from before, where there are any. */
function AdminPart({ db }: { db: UserDatabase }) {
  const sessions = useResource(db, bookingsResource).data ?? []
  return (
    <>
      <WaitingCard db={db} />
      {sessions.length > 0 && (
        <Link className={buttonClass({ look: 'secondary' })} to="/sessions">
          {m.booking_sessions()}
        </Link>
      )}
    </>
  )
}

/** Spec 2: the Circle of Care of a young person or a parent; each leads to the provider's page. */
function CirclePart({ db }: { db: UserDatabase }) {
  const circle = useResource(db, circleResource)
  return (
    <CircleBox
      title={m.shell_circle_title()}
      circle={circle}
      emptyText={m.shell_circle_hint()}
      all={<All />}
    />
  )
}

/** Spec 2: the same for a care provider, and My Clients, each leading to the young person's page or to the chat. */
function ProviderCircleParts({ db }: { db: UserDatabase }) {
  const circle = useResource(db, circleResource)
  return (
    <>
      <CircleSummary circle={circle} all={<All />} />
      <CircleBox
        title={m.shell_clients_title()}
        circle={circle}
        emptyText={m.connections_clients_none_text()}
        all={<All />}
      />
    </>
  )
}

function All() {
  return (
    <Link className={buttonClass({ look: 'quiet', size: 'small' })} to="/circle-of-care">
      {m.connections_see_all()}
    </Link>
  )
}
