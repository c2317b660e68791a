import { Link } from '@tanstack/react-router'
import type { FullUser } from '#contract/account/profile.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { reviewState, minorsText, type MinorsState } from '#src/session/review-state.ts'
import { Banner } from '#src/ui/message/banner.tsx'
import { buttonClass } from '#src/ui/button/button-class.ts'
import styles from './profile.module.css'

/** Says to a care provider that others do not see them yet, and why; nothing for everyone else. */
export function ReviewBanner({ profile }: { profile: FullUser }) {
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

export interface MinorsBannerProps {
  state: MinorsState
  /** Whether it leads to 'My Work'; false where the person is there. */
  linked: boolean
  onDismiss?: () => void
}

/** Reminds a care provider that nobody under 18 can ask them, and why; nothing for whoever is cleared. */
export function MinorsBanner({ state, linked, onDismiss }: MinorsBannerProps) {
  const text = minorsText(state)
  if (text === undefined) return null
  return (
    <Banner tone="info" {...(onDismiss && { onDismiss })}>
      <div className={styles.reminder}>
        <p>{text}</p>
        {linked && (
          <Link
            className={buttonClass({ look: 'secondary', size: 'small' })}
            to="/edit-profile"
            search={{ tab: 'practice' }}
          >
            {m.profile_minors_open()}
          </Link>
        )}
      </div>
    </Banner>
  )
}
