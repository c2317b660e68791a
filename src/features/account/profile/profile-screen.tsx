import type { ReactNode } from 'react'
import type { FullUser, UserType } from '#contract/account/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { ResourceMissing, ResourceStale } from '#src/data/resource-view.tsx'
import type { Loaded } from '#src/data/resource.ts'
import { BioCard } from './bio-card.tsx'
import { MinorsBanner } from './minors-banner.tsx'
import { minorsState } from '#src/session/minors-state.ts'
import styles from './profile.module.css'
import { Photo } from '#src/lib/photo.tsx'
import { Card } from '#src/ui/card/card.tsx'
import { locationLabel } from './profile-labels.ts'
import { Banner } from '#src/ui/message/banner.tsx'
import { reviewState } from '#src/session/review-state.ts'

export interface ProfileScreenProps {
  of: Loaded<FullUser>
  /** Whose points are missing where nothing is known. */
  young: boolean
  /** The score of a young person. */
  score: ReactNode
  /** What a care provider has beside. */
  providerParts: ReactNode
}

/** One's own profile: what this device knows at once, what the server knows a moment later. */
export function ProfileScreen({ of, young, score, providerParts }: ProfileScreenProps) {
  const failed = m.account_profile_failed()
  if (!of.data) {
    return (
      <ResourceMissing
        of={of}
        skeleton={{ shape: 'card', count: 2 }}
        failed={failed}
        text={young && m.profile_score_failed()}
        offline={m.profile_offline_text()}
      />
    )
  }
  const profile = of.data
  return (
    <div className={styles.screen}>
      <ResourceStale of={of} failed={failed} />
      <ReviewBanner profile={profile} />
      <MinorsBanner state={minorsState(profile)} linked />
      <ProfileHead profile={profile} score={profile.userT === 'Adolescent' && score} />
      <BioCard bio={profile.bio} />
      {profile.userT === 'ServiceProvider' && providerParts}
    </div>
  )
}

const kinds: Record<UserType, () => string> = {
  Adolescent: m.profile_kind_adolescent,
  Parent: m.profile_kind_parent,
  ServiceProvider: m.profile_kind_provider,
}

/** Who a person is: photo, name, specialization or kind, location, and a young person's score. */
function ProfileHead({ profile, score }: { profile: FullUser; score: ReactNode }) {
  return (
    <Card className={styles.head}>
      <Photo id={profile._id} name={profile.name} file={profile.profileImg} size={112} decorative />
      <div className={styles.facts}>
        <h2>{profile.name}</h2>
        <p className={styles.kind}>{profile.specialization ?? kinds[profile.userT]()}</p>
        <p className={styles.muted}>{locationLabel(profile) ?? m.account_profile_no_location()}</p>
        {score}
      </div>
    </Card>
  )
}

/** Says to a care provider that others do not see them yet, and why; nothing for everyone else. */
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
