import { Link } from '@tanstack/react-router'
import { NoIntro, ProviderParts } from './provider-parts.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { OwnGoogle, GoogleWaits } from '#src/features/calendar/own-google.tsx'
import { AuthorArticles } from '#src/features/library/profile/author-articles.tsx'
import { AuthorVideos } from '#src/features/library/profile/author-videos.tsx'
import { IntroPart } from '#src/features/library/profile/intro-part.tsx'
import { PartBoundary } from '#src/ui/state/part-boundary.tsx'
import { ProviderPricing } from '#src/features/pricing/provider-pricing.tsx'

export interface OwnProviderPartsProps {
  db: UserDatabase
  /** Whether their papers were accepted: before, there is no calendar. */
  reviewed: boolean
}

/** Spec 2: what a care provider sees on their own profile beside themself. */
export function OwnProviderParts({ db, reviewed }: OwnProviderPartsProps) {
  const change = (
    <Link className={buttonClass({ look: 'quiet', size: 'small' })} to="/add-intro-video">
      {m.library_edit()}
    </Link>
  )
  return (
    <ProviderParts
      pricing={
        <ProviderPricing
          db={db}
          providerId={db.userId}
          mayBuy={false}
          emptyText={m.profile_pricing_text()}
        />
      }
      calendar={reviewed ? <OwnGoogle db={db} /> : <GoogleWaits />}
      intro={
        <PartBoundary>
          <IntroPart db={db} providerId={db.userId} none={<NoIntro />} below={change} />
        </PartBoundary>
      }
      articles={
        <PartBoundary>
          <AuthorArticles db={db} authorId={db.userId} />
        </PartBoundary>
      }
      videos={
        <PartBoundary>
          <AuthorVideos db={db} authorId={db.userId} />
        </PartBoundary>
      }
    />
  )
}
