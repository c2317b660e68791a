import { isSuperAdmin, type FullUser } from '#contract/account/model.ts'
import { refreshProfile } from '#src/session/own-profile.ts'
import { ProfileCard } from '#src/features/account/profile-card.tsx'
import type { Friend } from '#contract/connections/model.ts'
import type { DayEntry } from '#src/features/trackers/day-entry.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useRefresh } from '#src/data/use-refresh.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { InstallCard } from '#src/ui/card/install-card.tsx'
import { PartBoundary } from '#src/ui/state/part-boundary.tsx'
import { ConfirmEmailPart } from '#src/features/account/confirm-email/confirm-email-part.tsx'
import { asMember } from '#src/session/as-member.ts'
import type { Session } from '#src/session/session.ts'
import { AdminPart } from '../admin-part.tsx'
import { CheckInPart } from '../check-in-part.tsx'
import { CirclePart, ProviderCircleParts } from '../circle-part.tsx'
import styles from '../dashboard.module.css'
import { MinorsPart } from '../minors-part.tsx'
import { NoticesPart } from '../notices-part.tsx'
import { TrendsPart } from '../trends-part.tsx'

export interface DashboardScreenProps {
  db: UserDatabase
  session: Session
  /** What this device knew when the page was opened, so that the first paint is whole. */
  known: {
    profile: FullUser | undefined
    entries: readonly DayEntry[]
    friends: Friend[] | undefined
  }
}

/** The person's own page: what this device knows at once, what the server knows a moment later. */
export function DashboardScreen({ db, session, known }: DashboardScreenProps) {
  const { user } = session
  const admin = isSuperAdmin(user)
  const profile = useRefresh(() => asMember(db, (token) => refreshProfile(db, token)))
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
          <CheckInPart db={db} initial={known.entries} />
        </PartBoundary>
      )}
      <PartBoundary>
        <ConfirmEmailPart db={db} known={known.profile} />
      </PartBoundary>
      {user.userT === 'ServiceProvider' && (
        <PartBoundary>
          <MinorsPart db={db} known={known.profile} />
        </PartBoundary>
      )}
      <div className={styles.boxes}>
        <PartBoundary>
          <ProfileCard
            db={db}
            user={user}
            initial={known.profile}
            refresh={profile.refresh}
            onRetry={profile.again}
          />
        </PartBoundary>
        <PartBoundary>
          <NoticesPart db={db} />
        </PartBoundary>
      </div>
      {user.userT === 'Adolescent' && (
        <PartBoundary>
          <TrendsPart db={db} initial={known.entries} />
        </PartBoundary>
      )}
      {!admin && (
        <div className={styles.boxes}>
          <PartBoundary>
            {user.userT === 'ServiceProvider' ? (
              <ProviderCircleParts db={db} known={known.friends} />
            ) : (
              <CirclePart db={db} known={known.friends} />
            )}
          </PartBoundary>
        </div>
      )}
      <InstallCard />
    </div>
  )
}
