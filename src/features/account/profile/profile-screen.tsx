import type { ReactNode } from 'react'
import type { FullUser, UserType } from '#contract/account/model.ts'
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
import styles from './profile.module.css'
import { Photo } from '#src/lib/photo.tsx'
import { Card } from '#src/ui/card/card.tsx'
import { locationWords } from './location-words.ts'
import { Banner } from '#src/ui/message/banner.tsx'
import { reviewState } from '#src/session/review-state.ts'

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

const kinds: Record<UserType, () => string> = {
  Adolescent: m.profile_kind_adolescent,
  Parent: m.profile_kind_parent,
  ServiceProvider: m.profile_kind_provider,
}

/** Who somebody is: photo, name, specialization or kind, location, and a young person's score. */
function ProfileHead({ profile, score }: { profile: FullUser; score: ReactNode }) {
  return (
    <Card className={styles.head}>
      <Photo id={profile._id} name={profile.name} file={profile.profileImg} size={112} decorative />
      <div className={styles.facts}>
        <h2>{profile.name}</h2>
        <p className={styles.kind}>{profile.specialization ?? kinds[profile.userT]()}</p>
        <p className={styles.muted}>{locationWords(profile) ?? m.account_profile_no_location()}</p>
        {score}
      </div>
    </Card>
  )
}

/** Tells a care provider that others do not see them yet, and why; nothing for anybody else. */
function ReviewBanner({ profile }: { profile: FullUser }) {
  const state = reviewState(profile)
  switch (state.status) {
    case 'none':
      return null
    case 'waiting':
      return (
        <Banner tone="info">
          <p className={styles.strong}>{m.profile_review_waiting_title()}</p>
          <p>{m.profile_review_waiting_text()}</p>
        </Banner>
      )
    case 'unconfirmed':
      return (
        <Banner tone="info">
          <p className={styles.strong}>{m.profile_review_unconfirmed_title()}</p>
          <p>{m.profile_review_unconfirmed_text()}</p>
        </Banner>
      )
    case 'rejected':
      return (
        <Banner tone="danger">
          <p className={styles.strong}>{m.profile_review_rejected_title()}</p>
          <p dir="auto">{m.profile_review_rejected_text({ reason: state.reason })}</p>
        </Banner>
      )
  }
}
