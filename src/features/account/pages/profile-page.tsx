import { Link } from '@tanstack/react-router'
import { reviewState } from '#src/session/review-state.ts'
import { ProfileScreen } from '../profile/profile-screen.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { profileResource } from '#src/data/profile-resource.ts'
import { useResource, useStored } from '#src/data/resource.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { backLinkClass, PageHeader } from '#src/ui/nav/page-header.tsx'
import { Tabs } from '#src/ui/menu/tabs.tsx'
import type { Session } from '#src/session/session.ts'
import { profileAsOf, scoreResource } from '../profile/profile-data.ts'
import { OwnProviderParts } from '../profile/own-provider-parts.tsx'
import type { ProfileTab } from './profile-tabs.ts'
import { SettingsPart } from '../settings/settings-part.tsx'
import { useOnline } from '#src/lib/online.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { asOfLabel } from '../profile/profile-labels.ts'
import styles from '../profile/profile.module.css'

export interface ProfilePageProps {
  db: UserDatabase
  session: Session
  tab: ProfileTab
  onTab: (tab: ProfileTab) => void
}

/** One's own profile and, on its other side, the settings. */
export function ProfilePage({ db, session, tab, onTab }: ProfilePageProps) {
  const of = useResource(db, profileResource)
  const profile = of.data
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
            of={of}
            young={session.user.userT === 'Adolescent'}
            score={profile && <OwnScore db={db} score={profile.score} />}
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

/** A young person's own points, looked up anew when their profile is opened; the last known ones where that fails. */
function OwnScore({ db, score }: { db: UserDatabase; score: number }) {
  const online = useOnline()
  const { refresh, retry } = useResource(db, scoreResource)
  const asOfMs = useStored(db, profileAsOf)
  const failed = refresh.status === 'failed'
  return (
    <div className={styles.score}>
      <Tag tone="accent">{m.profile_points({ score })}</Tag>
      {failed && <output className={styles.note}>{asOfLabel(asOfMs)}</output>}
      {failed && online && (
        <Button look="quiet" size="small" icon="retry" onClick={retry}>
          {m.ui_retry()}
        </Button>
      )}
    </div>
  )
}
