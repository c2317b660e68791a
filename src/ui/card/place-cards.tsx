import type { ReactNode } from 'react'
import { Card, type CardProps } from './card.tsx'
import styles from './place-cards.module.css'

export interface PlaceCard {
  id: string
  emoji: string
  tint: NonNullable<CardProps['tint']>
  /** The link to the place, with its name (class `cardLinkClass`): its target covers the card. */
  link: ReactNode
  text: string
}

/** The ways into some places, each a card that is one link. */
export function PlaceCards({ places }: { places: readonly PlaceCard[] }) {
  return (
    <ul className={styles.grid}>
      {places.map(({ id, emoji, tint, link, text }) => (
        <li key={id}>
          <Card className={styles.card} tint={tint} interactive>
            <span className={styles.emoji} aria-hidden="true">
              {emoji}
            </span>
            <h2 className={styles.name}>{link}</h2>
            <p>{text}</p>
          </Card>
        </li>
      ))}
    </ul>
  )
}
