import { Link } from '@tanstack/react-router'
import type { UserPayload } from '#contract/account/model.ts'
import type { FullUser } from '#contract/account/profile.ts'
import { profileResource } from '#src/data/profile-resource.ts'
import { ResourceMissing } from '#src/data/resource-view.tsx'
import { useResource, useStored } from '#src/data/resource.ts'
import { joinFacts } from '#src/i18n/speech.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { placeText } from '#src/i18n/speech.ts'
import { Photo } from '#src/lib/photo.tsx'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { CardCollapsible } from '#src/ui/card/card-collapsible.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { formatMoment } from '#src/lib/dates.ts'
import { profileAsOf } from './profile-data.ts'
import styles from './profile-card.module.css'
import profileStyles from './profile.module.css'

export interface ProfileCardProps {
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
