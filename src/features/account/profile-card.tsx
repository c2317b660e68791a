import { Link } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import type { FullUser, UserPayload } from '#contract/account/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { Photo } from '#src/lib/photo.tsx'
import type { Refresh } from '#src/data/use-refresh.ts'
import { failureText } from '#src/offline/api/api-error.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { CardCollapsible } from '#src/ui/card/card-collapsible.tsx'
import { ErrorState } from '#src/ui/state/error-state.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { readProfile, readProfileAsOf } from '#src/session/own-profile.ts'
import { asOfWords } from './profile/as-of-words.ts'
import { locationWords } from './profile/location-words.ts'
import styles from './profile-card.module.css'

export interface ProfileCardProps {
  db: UserDatabase
  user: UserPayload
  initial: FullUser | undefined
  refresh: Refresh
  onRetry: () => void
}

/** Spec 2: the 'MY PROFILE' card of the dashboard. */
export function ProfileCard({ db, user, initial, refresh, onRetry }: ProfileCardProps) {
  const profile = useLiveQuery(() => readProfile(db), [db], initial)
  const name = profile?.name ?? `${user.firstname} ${user.lastname}`
  return (
    <CardCollapsible title={m.account_profile_title()} defaultOpen>
      <div className={styles.person}>
        <Photo id={db.userId} name={name} file={profile?.profileImg} size={72} decorative />
        <div className={styles.facts}>
          <p className={styles.name}>{name}</p>
          {profile ? (
            <Facts db={db} profile={profile} refresh={refresh} />
          ) : (
            <Missing young={user.userT === 'Adolescent'} {...{ refresh, onRetry }} />
          )}
        </div>
      </div>
      <Link className={buttonClass({ look: 'secondary' })} to="/profile">
        {m.account_profile_open()}
      </Link>
    </CardCollapsible>
  )
}

interface FactsProps {
  db: UserDatabase
  profile: FullUser
  refresh: Refresh
}

function Facts({ db, profile, refresh }: FactsProps) {
  const asOfMs = useLiveQuery(() => readProfileAsOf(db), [db])
  return (
    <>
      <p className={styles.place}>{locationWords(profile) ?? m.account_profile_no_location()}</p>
      {profile.userT === 'Adolescent' && (
        <p className={styles.score}>
          <Tag tone="accent">{m.account_profile_points({ score: profile.score })}</Tag>
          {refresh.status === 'failed' && (
            <output className={styles.note}>{asOfWords(asOfMs)}</output>
          )}
        </p>
      )}
    </>
  )
}

interface MissingProps {
  /** Whose points are missing too. */
  young: boolean
  refresh: Refresh
  onRetry: () => void
}

/** The first time on this device, before the server has answered. */
function Missing({ young, refresh, onRetry }: MissingProps) {
  if (refresh.status !== 'failed') return <Skeleton count={2} />
  return (
    <ErrorState
      compact
      title={failureText(refresh.error, m.account_profile_failed())}
      text={young && m.account_profile_score_failed()}
      onRetry={onRetry}
    />
  )
}
