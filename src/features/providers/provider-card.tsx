import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ProviderCard as Provider } from '#contract/account/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useCameFrom } from '#src/lib/came-from.ts'
import { Photo } from '#src/lib/photo.tsx'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { Card } from '#src/ui/card/card.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { formatLocation } from './location-label.ts'
import styles from './provider-card.module.css'
import { ProviderTags } from './provider-tags.tsx'

export interface ProviderCardProps {
  card: Provider
  /** The viewer's connection to them, and what can be done about it. */
  control?: ReactNode
}

/** Spec 2: a care provider in a list: image, name, specialization, state and country, bio, and the ways on. */
export function ProviderCard({ card, control }: ProviderCardProps) {
  const { _id, name, profileImg, specialization, bio } = card
  const location = formatLocation(card)
  const cameFrom = useCameFrom()
  return (
    <Card className={styles.card}>
      <header className={styles.head}>
        <Photo id={_id} name={name} file={profileImg} size={64} decorative />
        <div className={styles.facts}>
          <h2 className={styles.name}>{name}</h2>
          {specialization && <p>{specialization}</p>}
          {location && <p className={styles.muted}>{location}</p>}
        </div>
      </header>
      <ProviderTags card={card} short />
      <p className={bio ? styles.bio : styles.muted} dir="auto">
        {bio || m.profile_bio_empty()}
      </p>
      <div className={styles.actions}>
        <Link
          className={buttonClass({ wide: true })}
          to="/service-providers/$id"
          params={{ id: _id }}
          state={cameFrom}
        >
          {m.providers_view()}
          <VisuallyHidden> {name}</VisuallyHidden>
        </Link>
        {control}
      </div>
    </Card>
  )
}
