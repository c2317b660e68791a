import type { ReactNode } from 'react'
import { ProviderParts } from '#src/features/providers/provider-parts.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/database.ts'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { AuthorArticles } from '#src/features/library/profile/author-articles.tsx'
import { AuthorVideos } from '#src/features/library/profile/author-videos.tsx'
import { IntroPart } from '#src/features/library/profile/intro-part.tsx'
import { PartBoundary } from '#src/ui/part-boundary.tsx'
import { ProviderPricing } from '#src/features/pricing/provider-pricing.tsx'

export interface ProviderPagePartsProps {
  db: UserDatabase
  providerId: string
  /** Spec 6: Buy Now is for whoever is no provider and not this one. */
  mayBuy: boolean
  /** Why nothing can be bought here, above what is sold. */
  note?: ReactNode
}

/** What the features of pricing and of the library show of a provider; each hands its part over here. */
export function ProviderPageParts({ db, providerId, mayBuy, note }: ProviderPagePartsProps) {
  return (
    <ProviderParts
      pricing={
        <>
          {note && <p>{note}</p>}
          <ProviderPricing db={db} providerId={providerId} mayBuy={mayBuy} />
        </>
      }
      intro={
        <PartBoundary>
          <IntroPart
            db={db}
            providerId={providerId}
            none={<EmptyState compact emoji="🎬" title={m.profile_intro_none()} />}
          />
        </PartBoundary>
      }
      articles={
        <PartBoundary>
          <AuthorArticles db={db} authorId={providerId} />
        </PartBoundary>
      }
      videos={
        <PartBoundary>
          <AuthorVideos db={db} authorId={providerId} />
        </PartBoundary>
      }
    />
  )
}
