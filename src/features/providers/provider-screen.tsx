import type { ReactNode } from 'react'
import type { ProviderCard } from '#contract/account/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { Photo } from '#src/lib/photo.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { placeWords } from './place-words.ts'
import styles from './provider-screen.module.css'
import { ProviderTags } from './provider-tags.tsx'

export interface ProviderScreenProps {
  provider: ProviderCard
  /** Block and report; nothing on one's own page. */
  menu: ReactNode
  /** Book Session and how the viewer stands to them. */
  actions: ReactNode
  /** Pricing, introduction video and library, each filled by its feature. */
  parts: ReactNode
}

/** Spec 2: a care provider's page. */
export function ProviderScreen({ provider, menu, actions, parts }: ProviderScreenProps) {
  const { _id, name, profileImg, specialization, bio } = provider
  return (
    <div className={styles.screen}>
      <Card>
        <div className={styles.head}>
          <Photo id={_id} name={name} file={profileImg} size={112} decorative />
          <div className={styles.facts}>
            <h1 className={styles.name}>{name}</h1>
            {specialization && <p className={styles.kind}>{specialization}</p>}
            <p className={styles.muted}>
              {placeWords(provider) ?? m.account_profile_no_location()}
            </p>
            <ProviderTags card={provider} />
          </div>
          {menu && <div className={styles.menu}>{menu}</div>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </Card>
      <Card>
        <CardHeader title={m.profile_bio_title()} />
        <CardBody>
          <p className={bio ? styles.bio : styles.muted} dir="auto">
            {bio || m.profile_bio_empty()}
          </p>
        </CardBody>
      </Card>
      {parts}
    </div>
  )
}
