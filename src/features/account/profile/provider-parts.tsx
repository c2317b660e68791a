import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import styles from './profile.module.css'

export interface ProviderPartsProps {
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
export function ProviderParts(props: ProviderPartsProps) {
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
export function NoIntro() {
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
