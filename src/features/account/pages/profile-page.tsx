import { Link } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import type { FullUser } from '#contract/account/model.ts'
import {
  readProfile,
  refreshProfile,
  readProfileAsOf,
  refreshScore,
} from '#src/session/own-profile.ts'
import { reviewState } from '#src/session/review-state.ts'
import { ProfileScreen } from '../profile/profile-screen.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { useRefresh, type Refresh } from '#src/data/use-refresh.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { backLinkClass, PageHeader } from '#src/ui/nav/page-header.tsx'
import { Tabs } from '#src/ui/menu/tabs.tsx'
import { asMember } from '#src/session/as-member.ts'
import type { Session } from '#src/session/session.ts'
import { OwnProviderParts } from '../profile/own-provider-parts.tsx'
import type { ProfileTab } from './profile-tabs.ts'
import { SettingsPart } from '../settings/settings-part.tsx'
import { useOnline } from '#src/lib/online.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { asOfWords } from '../profile/as-of-words.ts'
import styles from '../profile/profile.module.css'

export interface ProfilePageProps {
  db: UserDatabase
  session: Session
  tab: ProfileTab
  onTab: (tab: ProfileTab) => void
  /** What this device knew when the page was opened, so that the first paint is whole. */
  known: FullUser | undefined
}

/** One's own profile and, on its other side, the settings. */
export function ProfilePage({ db, session, tab, onTab, known }: ProfilePageProps) {
  const profile = useLiveQuery(() => readProfile(db), [db], known)
  const { refresh, again } = useRefresh(() => asMember(db, () => refreshProfile(db, session.token)))
  return (
    <>
      <PageHeader
        title={m.profile_title()}
        back={
          <Link to="/dashboard" className={backLinkClass}>
            {m.profile_back()}
          </Link>
        }
        actions={tab === 'profile' && <EditLink />}
      />
      <Tabs label={m.profile_parts()} tabs={tabs()} value={tab} onChange={onTab}>
        {tab === 'settings' ? (
          <SettingsPart db={db} session={session} />
        ) : (
          <ProfileScreen
            profile={profile}
            young={session.user.userT === 'Adolescent'}
            refresh={refresh}
            onRetry={again}
            score={profile && <OwnScore db={db} token={session.token} score={profile.score} />}
            providerParts={
              profile && (
                <OwnProviderParts db={db} reviewed={reviewState(profile).status === 'none'} />
              )
            }
          />
        )}
      </Tabs>
    </>
  )
}

function tabs() {
  return [
    { id: 'profile', label: m.profile_tab_profile(), icon: 'profile' },
    { id: 'settings', label: m.profile_tab_settings(), icon: 'settings' },
  ] as const
}

function EditLink() {
  return (
    <Link to="/edit-profile" className={buttonClass()}>
      {m.profile_edit()}
    </Link>
  )
}

interface OwnScoreProps {
  db: UserDatabase
  token: string
  /** As this device last saw it. */
  score: number
}

/** A young person's own points, looked up anew when their profile is opened. */
function OwnScore({ db, token, score }: OwnScoreProps) {
  const online = useOnline()
  const { refresh, again } = useRefresh(() => asMember(db, () => refreshScore(db, token)))
  const asOfMs = useLiveQuery(() => readProfileAsOf(db), [db])
  return (
    <ScoreLine score={score} asOfMs={asOfMs} refresh={refresh} online={online} onRetry={again} />
  )
}

interface ScoreLineProps {
  /** As this device last saw it. */
  score: number
  /** When that was, in epoch milliseconds. */
  asOfMs: number | undefined
  refresh: Refresh
  online: boolean
  onRetry: () => void
}

/** A young person's own points; where the newest could not be loaded, the last known ones and from when they are. */
function ScoreLine({ score, asOfMs, refresh, online, onRetry }: ScoreLineProps) {
  return (
    <div className={styles.score}>
      <Tag tone="accent">{m.profile_points({ score })}</Tag>
      {refresh.status === 'failed' && <output className={styles.note}>{asOfWords(asOfMs)}</output>}
      {refresh.status === 'failed' && online && (
        <Button look="quiet" size="small" icon="retry" onClick={onRetry}>
          {m.ui_retry()}
        </Button>
      )}
    </div>
  )
}
