import { Link } from '@tanstack/react-router'
import type { UserPayload } from '#contract/account/model.ts'
import type { FullUser } from '#contract/account/profile.ts'
import { profileResource } from '#src/data/profile-resource.ts'
import { ResourceMissing } from '#src/data/resource-view.tsx'
import { useResource, useStored } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { joinFacts, placeText } from '#src/i18n/speech.ts'
import { formatMoment } from '#src/lib/dates.ts'
import { Photo } from '#src/lib/private-image.tsx'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { reviewState, minorsText, type MinorsState } from '#src/session/own-profile.ts'
import { buttonClass } from '#src/ui/button/button.tsx'
import { CardCollapsible } from '#src/ui/card/card-collapsible.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { Banner } from '#src/ui/message/banner.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { profileAsOf } from './profile-data.ts'
import styles from './profile-card.module.css'
import profileStyles from './profile.module.css'

interface ProfileCardProps {
  db: UserDatabase
  user: UserPayload
}

/** Spec 2: the 'MY PROFILE' card of the dashboard; closed it is one line. */
export function ProfileCard({ db, user }: ProfileCardProps) {
  const of = useResource(db, profileResource)
  const profile = of.data
  const name = profile?.name ?? `${user.firstname} ${user.lastname}`
  return (
    <CardCollapsible
      title={m.account_profile_title()}
      summary={user.userT === 'Adolescent' && profile ? lineOf(name, profile) : name}
      start={
        <span className={styles.small}>
          <Photo id={db.userId} name={name} file={profile?.profileImg} size={36} decorative />
        </span>
      }
    >
      <div className={styles.person}>
        <Photo id={db.userId} name={name} file={profile?.profileImg} size={72} decorative />
        <div className={styles.facts}>
          <p className={styles.name}>{name}</p>
          {profile ? (
            <Facts db={db} profile={profile} failed={of.refresh.status === 'failed'} />
          ) : (
            <ResourceMissing
              of={of}
              compact
              skeleton={{ count: 2 }}
              failed={m.account_profile_failed()}
              text={user.userT === 'Adolescent' && m.account_profile_score_failed()}
              offline={false}
            />
          )}
        </div>
      </div>
      <Link className={buttonClass({ look: 'secondary' })} to="/profile">
        {m.account_profile_open()}
      </Link>
    </CardCollapsible>
  )
}

function lineOf(name: string, { score }: FullUser): string {
  return joinFacts([name, m.account_profile_points({ score })])
}

interface FactsProps {
  db: UserDatabase
  profile: FullUser
  /** The newest could not be read. */
  failed: boolean
}

function Facts({ db, profile, failed }: FactsProps) {
  const asOfMs = useStored(db, profileAsOf)
  return (
    <>
      <p className={styles.place}>{locationLabel(profile) ?? m.account_profile_no_location()}</p>
      {profile.userT === 'Adolescent' && (
        <p className={styles.score}>
          <Tag tone="accent">{m.account_profile_points({ score: profile.score })}</Tag>
          {failed && <output className={styles.note}>{asOfLabel(asOfMs)}</output>}
        </p>
      )}
    </>
  )
}

/** A few words of a person about themself, with their own line breaks. */
export function BioCard({ bio }: { bio: string | null }) {
  const text = bio?.trim()
  return (
    <Card>
      <CardHeader title={m.profile_bio_title()} />
      <CardBody>
        <p className={text ? profileStyles.bio : profileStyles.muted} dir="auto">
          {text || m.profile_bio_empty()}
        </p>
      </CardBody>
    </Card>
  )
}

/** When the profile on this device is from, in words. Epoch milliseconds; undefined where it was not noted. */
export function asOfLabel(asOfMs: number | undefined): string {
  return asOfMs === undefined
    ? m.ui_stale()
    : m.account_profile_as_of({ when: formatMoment(asOfMs) })
}

/** "Beirut, Lebanon" of a person; undefined where neither is known. */
export function locationLabel(person: {
  state: string | null
  country: string | null
}): string | undefined {
  return placeText(person)
}

/** Says to a care provider that others do not see them yet, and why; nothing for everyone else. */
export function ReviewBanner({ profile }: { profile: FullUser }) {
  const state = reviewState(profile)
  switch (state.status) {
    case 'none':
      return null
    case 'waiting':
      return (
        <Banner tone="info">
          <p className={profileStyles.strong}>{m.profile_review_waiting_title()}</p>
          <p>{m.profile_review_waiting_text()}</p>
        </Banner>
      )
    case 'unconfirmed':
      return (
        <Banner tone="info">
          <p className={profileStyles.strong}>{m.profile_review_unconfirmed_title()}</p>
          <p>{m.profile_review_unconfirmed_text()}</p>
        </Banner>
      )
    case 'rejected':
      return (
        <Banner tone="danger">
          <p className={profileStyles.strong}>{m.profile_review_rejected_title()}</p>
          <p dir="auto">{m.profile_review_rejected_text({ reason: state.reason })}</p>
        </Banner>
      )
  }
}

interface MinorsBannerProps {
  state: MinorsState
  /** Whether it leads to 'My Work'; false where the person is there. */
  linked: boolean
  onDismiss?: () => void
}

/** Reminds a care provider that nobody under 18 can ask them, and why; nothing for whoever is cleared. */
export function MinorsBanner({ state, linked, onDismiss }: MinorsBannerProps) {
  const text = minorsText(state)
  if (text === undefined) return null
  return (
    <Banner tone="info" {...(onDismiss && { onDismiss })}>
      <div className={profileStyles.reminder}>
        <p>{text}</p>
        {linked && (
          <Link
            className={buttonClass({ look: 'secondary', size: 'small' })}
            to="/edit-profile"
            search={{ tab: 'practice' }}
          >
            {m.profile_minors_open()}
          </Link>
        )}
      </div>
    </Banner>
  )
}
