import * as m from '#src/i18n/paraglide/messages.js'
import { buttonClass } from '#src/ui/button-class.ts'
import { Card, CardBody, CardHeader } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Tag } from '#src/ui/tag.tsx'
import type { LinkSlot } from '#src/ui/link-slot.ts'
import styles from './profile.module.css'

/** What a care provider's profile shows beside the person: pricing, calendar, introduction video and library. */
export function ProviderParts({ addIntroLink }: { addIntroLink: LinkSlot }) {
  return (
    <>
      <div className={styles.parts}>
        <PricingPart />
        <IntroPart addIntroLink={addIntroLink} />
      </div>
      <CalendarPart />
      <LibraryPart />
    </>
  )
}

function PricingPart() {
  return (
    <Card>
      <CardHeader title={m.profile_pricing_title()} />
      <CardBody>
        <EmptyState
          compact
          emoji="🏷️"
          title={m.profile_pricing_empty()}
          text={m.profile_pricing_text()}
        />
      </CardBody>
    </Card>
  )
}

function IntroPart({ addIntroLink }: { addIntroLink: LinkSlot }) {
  return (
    <Card>
      <CardHeader title={m.profile_intro_title()} />
      <CardBody>
        <EmptyState
          compact
          emoji="🎬"
          title={m.profile_intro_none()}
          text={m.profile_intro_text()}
          action={addIntroLink({
            className: buttonClass({ look: 'secondary' }),
            children: m.profile_intro_add(),
          })}
        />
      </CardBody>
    </Card>
  )
}

/** No button: one that leads nowhere would promise what this server cannot do. */
function CalendarPart() {
  return (
    <Card>
      <CardHeader title={m.profile_calendar_title()} />
      <CardBody>
        <p>
          <Tag icon="info">{m.profile_calendar_unset()}</Tag>
        </p>
        <p className={styles.muted}>{m.profile_calendar_text()}</p>
      </CardBody>
    </Card>
  )
}

function LibraryPart() {
  return (
    <Card>
      <CardHeader title={m.profile_library_title()} />
      <CardBody className={styles.parts}>
        <section>
          <h3>{m.profile_articles_title()}</h3>
          <EmptyState compact emoji="📝" title={m.profile_articles_empty()} />
        </section>
        <section>
          <h3>{m.profile_videos_title()}</h3>
          <EmptyState compact emoji="🎞️" title={m.profile_videos_empty()} />
        </section>
      </CardBody>
    </Card>
  )
}
