import * as m from '#src/i18n/paraglide/messages.js'
import { Banner } from '#src/ui/banner.tsx'
import { buttonClass } from '#src/ui/button-class.ts'
import type { LinkSlot } from '#src/ui/link-slot.ts'
import styles from './profile.module.css'
import { minorsWords, type MinorsState } from '#src/session/minors-state.ts'

export interface MinorsBannerProps {
  state: MinorsState
  /** The way to 'My Work'; left out where the person is there. */
  link?: LinkSlot
  onDismiss?: () => void
}

/** Reminds a care provider that nobody under 18 can ask them, and why; nothing for whoever is cleared. */
export function MinorsBanner({ state, link, onDismiss }: MinorsBannerProps) {
  const text = minorsWords(state)
  if (text === undefined) return null
  const className = buttonClass({ look: 'secondary', size: 'small' })
  return (
    <Banner tone="info" {...(onDismiss && { onDismiss })}>
      <div className={styles.reminder}>
        <p>{text}</p>
        {link?.({ className, children: m.profile_minors_open() })}
      </div>
    </Banner>
  )
}
