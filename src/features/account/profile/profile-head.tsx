import type { ReactNode } from 'react'
import type { FullUser, UserType } from '#contract/account/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { Photo } from '#src/lib/photo.tsx'
import { Card } from '#src/ui/card/card.tsx'
import { locationWords } from './location-words.ts'
import styles from './profile.module.css'

const kinds: Record<UserType, () => string> = {
  Adolescent: m.profile_kind_adolescent,
  Parent: m.profile_kind_parent,
  ServiceProvider: m.profile_kind_provider,
}

/** Who somebody is: photo, name, specialization or kind, location, and a young person's score. */
export function ProfileHead({ profile, score }: { profile: FullUser; score: ReactNode }) {
  return (
    <Card className={styles.head}>
      <Photo id={profile._id} name={profile.name} file={profile.profileImg} size={112} decorative />
      <div className={styles.facts}>
        <h2>{profile.name}</h2>
        <p className={styles.kind}>{profile.specialization ?? kinds[profile.userT]()}</p>
        <p className={styles.muted}>{locationWords(profile) ?? m.account_profile_no_location()}</p>
        {score}
      </div>
    </Card>
  )
}
