import type { ReactNode } from 'react'
import { AuthorArticles } from '#src/features/library/profile/author-articles.tsx'
import { AuthorVideos } from '#src/features/library/profile/author-videos.tsx'
import { IntroPart } from '#src/features/library/profile/intro-part.tsx'
import { ProviderPricing } from '#src/features/pricing/provider-pricing.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { PartBoundary } from '#src/ui/state/part-boundary.tsx'
import { pricingAnchor } from './pricing-anchor.ts'
import styles from './provider-screen.module.css'

export interface ProviderPartsProps {
  db: UserDatabase
  providerId: string
  /** Spec 6: Buy Now is for whoever is no provider and not this one. */
  mayBuy: boolean
  /** Why nothing can be bought here, above what is sold. */
  note?: ReactNode
}

/** What the features of pricing and of the library show of a provider. */
export function ProviderParts({ db, providerId, mayBuy, note }: ProviderPartsProps) {
  return (
    <>
      <div className={styles.parts}>
        <div className={styles.place} id={pricingAnchor}>
          <Card>
            <CardHeader title={m.providers_pricing_title()} />
            <CardBody>
              {note && <p>{note}</p>}
              <ProviderPricing db={db} providerId={providerId} mayBuy={mayBuy} />
            </CardBody>
          </Card>
        </div>
        <Card>
          <CardHeader title={m.profile_intro_title()} />
          <CardBody>
            <PartBoundary>
              <IntroPart
                db={db}
                providerId={providerId}
                none={<EmptyState compact emoji="🎬" title={m.profile_intro_none()} />}
              />
            </PartBoundary>
          </CardBody>
        </Card>
      </div>
      <Card>
        <CardHeader title={m.providers_library_title()} />
        <CardBody className={styles.parts}>
          <section>
            <h3>{m.profile_articles_title()}</h3>
            <PartBoundary>
              <AuthorArticles db={db} authorId={providerId} />
            </PartBoundary>
          </section>
          <section>
            <h3>{m.profile_videos_title()}</h3>
            <PartBoundary>
              <AuthorVideos db={db} authorId={providerId} />
            </PartBoundary>
          </section>
        </CardBody>
      </Card>
    </>
  )
}
