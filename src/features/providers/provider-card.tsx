import type { ReactNode } from 'react'
import type { ProviderCard as Provider } from '#contract/account/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { Photo } from '#src/lib/photo.tsx'
import { Card } from '#src/ui/card.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { placeWords } from './place-words.ts'
import styles from './provider-card.module.css'
import { ProviderTags } from './provider-tags.tsx'

export interface ProviderCardProps {
  card: Provider
  /** The link to the provider's page, with `ViewProfileWords`. */
  link: ReactNode
  /** How the viewer stands to them, and what can be done about it. */
  control?: ReactNode
}

/** Spec 2: a care provider in a list: image, name, specialization, state and country, bio, and the ways on. */
export function ProviderCard({ card, link, control }: ProviderCardProps) {
  const { _id, name, profileImg, specialization, bio } = card
  const place = placeWords(card)
  return (
    <Card className={styles.card}>
      <header className={styles.head}>
        <Photo id={_id} name={name} file={profileImg} size={64} decorative />
        <div className={styles.facts}>
          <h2 className={styles.name}>{name}</h2>
          {specialization && <p>{specialization}</p>}
          {place && <p className={styles.muted}>{place}</p>}
        </div>
      </header>
      <ProviderTags card={card} short />
      <p className={bio ? styles.bio : styles.muted} dir="auto">
        {bio || m.profile_bio_empty()}
      </p>
      <div className={styles.actions}>
        {link}
        {control}
      </div>
    </Card>
  )
}

/** 'View Profile', and whose it is for those who do not see which card it stands on. */
export function ViewProfileWords({ name }: { name: string }) {
  return (
    <>
      {m.providers_view()}
      <VisuallyHidden> {name}</VisuallyHidden>
    </>
  )
}
