import * as m from '#src/i18n/paraglide/messages.js'
import { Banner } from '#src/ui/banner.tsx'
import { buttonClass } from '#src/ui/button-class.ts'
import { Card, CardBody, CardHeader } from '#src/ui/card.tsx'
import styles from './edit-panel.module.css'
import type { LinkSlot } from '#src/ui/link-slot.ts'

export interface ProviderPanelProps {
  /** Whether the person is a care provider: the address of a panel can be typed by anybody. */
  allowed: boolean
  cancelLink: LinkSlot
}

/** Where a care provider's introduction video is set. */
export function IntroVideoPanel(props: ProviderPanelProps & { addIntroLink: LinkSlot }) {
  const { allowed, addIntroLink, cancelLink } = props
  return (
    <Card>
      <CardHeader title={m.profile_tab_intro()} />
      <CardBody>
        {allowed ? (
          <p>{m.profile_intro_panel()}</p>
        ) : (
          <Banner tone="warn">{m.profile_intro_only_providers()}</Banner>
        )}
        <div className={styles.actions}>
          {allowed && addIntroLink({ className: buttonClass(), children: m.profile_intro_add() })}
          <Cancel link={cancelLink} />
        </div>
      </CardBody>
    </Card>
  )
}

function Cancel({ link }: { link: LinkSlot }) {
  return link({ className: buttonClass({ look: 'secondary' }), children: m.profile_cancel() })
}
