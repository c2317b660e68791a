import { Link } from '@tanstack/react-router'
import * as m from '#src/i18n/paraglide/messages.js'
import { Banner } from '#src/ui/message/banner.tsx'
import { buttonClass } from '#src/ui/button/button-class.ts'
import styles from './profile.module.css'
import { minorsText, type MinorsState } from '#src/session/minors-state.ts'

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
