import type { ReactNode } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { Card, CardBody, CardHeader } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import styles from './provider-screen.module.css'

/** Where another page's link scrolls to on a provider's page. */
export const pricingAnchor = 'pricing'

export interface ProviderPartsProps {
  /** What each feature shows of this provider; where one has nothing, its place says so. */
  pricing?: ReactNode
  intro?: ReactNode
  articles?: ReactNode
  videos?: ReactNode
}

/** The places of a provider's page that are filled by pricing and by the library. */
export function ProviderParts({ pricing, intro, articles, videos }: ProviderPartsProps) {
  return (
    <>
      <div className={styles.parts}>
        <div className={styles.place} id={pricingAnchor}>
          <Card>
            <CardHeader title={m.providers_pricing_title()} />
            <CardBody>
              {pricing ?? <EmptyState compact emoji="🏷️" title={m.profile_pricing_empty()} />}
            </CardBody>
          </Card>
        </div>
        <Card>
          <CardHeader title={m.profile_intro_title()} />
          <CardBody>
            {intro ?? <EmptyState compact emoji="🎬" title={m.profile_intro_none()} />}
          </CardBody>
        </Card>
      </div>
      <Card>
        <CardHeader title={m.providers_library_title()} />
        <CardBody className={styles.parts}>
          <section>
            <h3>{m.profile_articles_title()}</h3>
            {articles ?? <EmptyState compact emoji="📝" title={m.profile_articles_empty()} />}
          </section>
          <section>
            <h3>{m.profile_videos_title()}</h3>
            {videos ?? <EmptyState compact emoji="🎞️" title={m.profile_videos_empty()} />}
          </section>
        </CardBody>
      </Card>
    </>
  )
}
