import * as m from '#src/i18n/paraglide/messages.js'
import { Banner } from '#src/ui/banner.tsx'
import { buttonClass } from '#src/ui/button-class.ts'
import type { LinkSlot } from '#src/ui/link-slot.ts'
import styles from './provider-screen.module.css'

export interface AdultsOnlyProps {
  /** The provider's name, where it is known. */
  name: string | undefined
  /** The way to providers who see people under 18. */
  link: LinkSlot
}

/** Says to somebody under 18 why they cannot ask, book or buy here, and where they can. */
export function AdultsOnly({ name, link }: AdultsOnlyProps) {
  return (
    <div className={styles.closed}>
      <Banner tone="info">
        {name === undefined ? m.providers_closed() : m.providers_closed_named({ name })}
      </Banner>
      {link({ className: buttonClass(), children: m.providers_closed_others() })}
    </div>
  )
}
