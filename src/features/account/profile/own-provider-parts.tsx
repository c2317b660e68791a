import { Link } from '@tanstack/react-router'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { OwnGoogle, GoogleWaits } from '#src/features/calendar/own-google.tsx'
import { AuthorArticles } from '#src/features/library/profile/author-articles.tsx'
import { AuthorVideos } from '#src/features/library/profile/author-videos.tsx'
import { IntroPart } from '#src/features/library/profile/intro-part.tsx'
import { PartBoundary } from '#src/ui/state/part-boundary.tsx'
import { ProviderPricing } from '#src/features/pricing/provider-pricing.tsx'
import type { ReactNode } from 'react'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import styles from './profile.module.css'

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

interface ProviderPartsProps {
  /** What the provider sells. */
  pricing: ReactNode
  /** Whether their Google calendar is connected. */
  calendar: ReactNode
  /** What the library shows of this provider. */
  intro: ReactNode
  articles: ReactNode
  videos: ReactNode
}

/** What a care provider's profile shows beside the person: pricing, calendar, introduction video and library. */
function ProviderParts(props: ProviderPartsProps) {
  const { pricing, calendar, intro, articles, videos } = props
  return (
    <>
      <div className={styles.parts}>
        <Card>
          <CardHeader title={m.profile_pricing_title()} />
          <CardBody>{pricing}</CardBody>
        </Card>
        <Card>
          <CardHeader title={m.profile_intro_title()} />
          <CardBody>{intro}</CardBody>
        </Card>
      </div>
      {calendar}
      <LibraryPart articles={articles} videos={videos} />
    </>
  )
}

/** Where there is no introduction video yet: the way to set one. */
function NoIntro() {
  return (
    <EmptyState
      compact
      emoji="🎬"
      title={m.profile_intro_none()}
      text={m.profile_intro_text()}
      action={
        <Link className={buttonClass({ look: 'secondary' })} to="/add-intro-video">
          {m.profile_intro_add()}
        </Link>
      }
    />
  )
}

function LibraryPart({ articles, videos }: Pick<ProviderPartsProps, 'articles' | 'videos'>) {
  return (
    <Card>
      <CardHeader title={m.profile_library_title()} />
      <CardBody className={styles.parts}>
        <section>
          <h3>{m.profile_articles_title()}</h3>
          {articles}
        </section>
        <section>
          <h3>{m.profile_videos_title()}</h3>
          {videos}
        </section>
      </CardBody>
    </Card>
  )
}
