import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { UserType } from '#contract/account/model.ts'
import type { FullUser } from '#contract/account/profile.ts'
import { profileResource } from '#src/data/profile-resource.ts'
import { ResourceMissing, ResourceStale } from '#src/data/resource-view.tsx'
import { useResource, useStored, type Loaded } from '#src/data/resource.ts'
import { OwnGoogle, GoogleWaits } from '#src/features/calendar/google-control.tsx'
import { IntroPart } from '#src/features/library/intro-video.tsx'
import { AuthorArticles, AuthorVideos } from '#src/features/library/profile/author-items.tsx'
import { ProviderPricing } from '#src/features/pricing/provider-pricing.tsx'
import { term } from '#src/i18n/chosen.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useOnline } from '#src/lib/online.ts'
import { Photo } from '#src/lib/private-image.tsx'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { reviewState, minorsState } from '#src/session/own-profile.ts'
import type { Session } from '#src/session/session.ts'
import { buttonClass, Button } from '#src/ui/button/button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { Tabs } from '#src/ui/menu/tabs.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { backLinkClass, PageHeader } from '#src/ui/nav/page-header.tsx'
import { PartBoundary, EmptyState } from '#src/ui/state/state-message.tsx'
import type { ProfileTab } from '../addresses.ts'
import {
  asOfLabel,
  locationLabel,
  BioCard,
  ReviewBanner,
  MinorsBanner,
} from '../profile/profile-card.tsx'
import { profileAsOf, scoreResource } from '../profile/profile-data.ts'
import { SettingsPart } from '../settings/settings-part.tsx'
import styles from '../profile/profile.module.css'

export interface ProfilePageProps {
  db: UserDatabase
  session: Session
  tab: ProfileTab
  onTab: (tab: ProfileTab) => void
}

/** One's own profile and, on its other side, the settings. */
export function ProfilePage({ db, session, tab, onTab }: ProfilePageProps) {
  const of = useResource(db, profileResource)
  const profile = of.data
  return (
    <>
      <PageHeader
        title={m.profile_title()}
        back={
          <Link to="/dashboard" className={backLinkClass}>
            {m.profile_back()}
          </Link>
        }
        actions={tab === 'profile' && <EditLink />}
      />
      <Tabs label={m.profile_parts()} tabs={tabs()} value={tab} onChange={onTab}>
        {tab === 'settings' ? (
          <SettingsPart db={db} session={session} />
        ) : (
          <ProfileScreen
            of={of}
            young={session.user.userT === 'Adolescent'}
            score={profile && <OwnScore db={db} score={profile.score} />}
            providerParts={
              profile && (
                <OwnProviderParts db={db} reviewed={reviewState(profile).status === 'none'} />
              )
            }
          />
        )}
      </Tabs>
    </>
  )
}

function tabs() {
  return [
    { id: 'profile', label: m.profile_tab_profile(), icon: 'profile' },
    { id: 'settings', label: m.profile_tab_settings(), icon: 'settings' },
  ] as const
}

function EditLink() {
  return (
    <Link to="/edit-profile" className={buttonClass()}>
      {m.profile_edit()}
    </Link>
  )
}

/** A young person's own points, looked up anew when their profile is opened; the last known ones where that fails. */
function OwnScore({ db, score }: { db: UserDatabase; score: number }) {
  const online = useOnline()
  const { refresh, retry } = useResource(db, scoreResource)
  const asOfMs = useStored(db, profileAsOf)
  const failed = refresh.status === 'failed'
  return (
    <div className={styles.score}>
      <Tag tone="accent">{m.profile_points({ score })}</Tag>
      {failed && <output className={styles.note}>{asOfLabel(asOfMs)}</output>}
      {failed && online && (
        <Button look="quiet" size="small" icon="retry" onClick={retry}>
          {m.ui_retry()}
        </Button>
      )}
    </div>
  )
}

interface ProfileScreenProps {
  of: Loaded<FullUser>
  /** Whose points are missing where nothing is known. */
  young: boolean
  /** The score of a young person. */
  score: ReactNode
  /** What a care provider has beside. */
  providerParts: ReactNode
}

/** One's own profile: what this device knows at once, what the server knows a moment later. */
function ProfileScreen({ of, young, score, providerParts }: ProfileScreenProps) {
  const failed = m.account_profile_failed()
  if (!of.data) {
    return (
      <ResourceMissing
        of={of}
        skeleton={{ shape: 'card', count: 2 }}
        failed={failed}
        text={young && m.profile_score_failed()}
        offline={m.profile_offline_text()}
      />
    )
  }
  const profile = of.data
  return (
    <div className={styles.screen}>
      <ResourceStale of={of} failed={failed} />
      <ReviewBanner profile={profile} />
      <MinorsBanner state={minorsState(profile)} linked />
      <ProfileHead profile={profile} score={profile.userT === 'Adolescent' && score} />
      <BioCard bio={profile.bio} />
      {profile.userT === 'ServiceProvider' && providerParts}
    </div>
  )
}

const kinds: Record<UserType, () => string> = {
  Adolescent: m.profile_kind_adolescent,
  Parent: m.profile_kind_parent,
  ServiceProvider: m.profile_kind_provider,
}

/** Who a person is: photo, name, specialization or kind, location, and a young person's score. */
function ProfileHead({ profile, score }: { profile: FullUser; score: ReactNode }) {
  return (
    <Card className={styles.head}>
      <Photo id={profile._id} name={profile.name} file={profile.profileImg} size={112} decorative />
      <div className={styles.facts}>
        <h2>{profile.name}</h2>
        <p className={styles.kind}>
          {profile.specialization ? term(profile.specialization) : kinds[profile.userT]()}
        </p>
        <p className={styles.muted}>{locationLabel(profile) ?? m.account_profile_no_location()}</p>
        {score}
      </div>
    </Card>
  )
}

export interface OwnProviderPartsProps {
  db: UserDatabase
  /** Whether their papers were accepted: before, there is no calendar. */
  reviewed: boolean
}

/** Spec 2: what a care provider sees on their own profile beside themself. */
function OwnProviderParts({ db, reviewed }: OwnProviderPartsProps) {
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
