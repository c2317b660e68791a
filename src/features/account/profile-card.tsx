import { Link } from '@tanstack/react-router'
import type { FullUser, UserPayload } from '#contract/account/model.ts'
import { profileResource } from '#src/data/profile-resource.ts'
import { ResourceMissing } from '#src/data/resource-view.tsx'
import { useResource, useStored } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { Photo } from '#src/lib/photo.tsx'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { CardCollapsible } from '#src/ui/card/card-collapsible.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { profileAsOf } from './profile/profile-data.ts'
import { asOfLabel, locationLabel } from './profile/profile-labels.ts'
import styles from './profile-card.module.css'

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
  return `${name} · ${m.account_profile_points({ score })}`
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
