import type { ReactNode } from 'react'
import type { FullUser } from '#contract/account/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useOnline } from '#src/lib/online.ts'
import type { Refresh } from '#src/data/use-refresh.ts'
import { failureText } from '#src/offline/api/api-error.ts'
import { Button } from '#src/ui/button/button.tsx'
import { ErrorState } from '#src/ui/state/error-state.tsx'
import { OfflineState } from '#src/ui/state/offline-state.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import { BioCard } from './bio-card.tsx'
import { MinorsBanner } from './minors-banner.tsx'
import { minorsState } from '#src/session/minors-state.ts'
import { ProfileHead } from './profile-head.tsx'
import { ReviewBanner } from './review-banner.tsx'
import styles from './profile.module.css'

export interface ProfileScreenProps {
  /** As this device knows it; undefined before the first time. */
  profile: FullUser | undefined
  refresh: Refresh
  onRetry: () => void
  /** Whose points are missing where nothing is known. */
  young: boolean
  /** The score of a young person. */
  score: ReactNode
  /** What a care provider has beside. */
  providerParts: ReactNode
}

/** One's own profile: what this device knows at once, what the server knows a moment later. */
export function ProfileScreen(props: ProfileScreenProps) {
  const { profile, refresh, onRetry } = props
  const online = useOnline()
  if (!profile) return <NotYet young={props.young} {...{ online, refresh, onRetry }} />
  return (
    <div className={styles.screen}>
      {refresh.status === 'failed' && <Stale {...{ online, refresh, onRetry }} />}
      <ReviewBanner profile={profile} />
      <MinorsBanner state={minorsState(profile)} linked />
      <ProfileHead profile={profile} score={profile.userT === 'Adolescent' && props.score} />
      <BioCard bio={profile.bio} />
      {profile.userT === 'ServiceProvider' && props.providerParts}
    </div>
  )
}

type LookProps = { online: boolean; refresh: Refresh; onRetry: () => void }

function NotYet({ young, online, refresh, onRetry }: LookProps & { young: boolean }) {
  if (refresh.status !== 'failed') return <Skeleton shape="card" count={2} />
  if (!online) return <OfflineState text={m.profile_offline_text()} />
  return (
    <ErrorState
      title={failureText(refresh.error, m.account_profile_failed())}
      text={young && m.profile_score_failed()}
      onRetry={onRetry}
    />
  )
}

/** The server could not be asked: what stands here is what this device knew. */
function Stale({ online, refresh, onRetry }: LookProps) {
  return (
    <output className={styles.stale}>
      {online ? failureText(refresh.error, m.account_profile_failed()) : null} {m.ui_stale()}
      {online && (
        <Button look="quiet" size="small" icon="retry" onClick={onRetry}>
          {m.ui_retry()}
        </Button>
      )}
    </output>
  )
}
