import type { ReactNode } from 'react'
import { Card, type CardProps } from './card.tsx'
import { Face } from '#src/ui/companion/face.tsx'
import styles from './link-cards.module.css'
import { Tag } from '#src/ui/message/tag.tsx'

export interface LinkCard {
  id: string
  emoji: string
  tint: NonNullable<CardProps['tint']>
  /** The link, with the name of the page (class `cardLinkClass`): its target covers the card. */
  link: ReactNode
  text: string
  /** A word on its state, such as that it is still to come. */
  state?: string
}

/** The ways to some pages, each a card that is one link. */
export function LinkCards({ cards }: { cards: readonly LinkCard[] }) {
  return (
    <ul className={styles.grid}>
      {cards.map(({ id, emoji, tint, link, text, state }) => (
        <li key={id}>
          <Card className={styles.card} tint={tint} interactive>
            <span className={styles.emoji} aria-hidden="true">
              <Face emoji={emoji} />
            </span>
            <h2 className={styles.name}>{link}</h2>
            <p>{text}</p>
            {state && (
              <p>
                <Tag icon="clock">{state}</Tag>
              </p>
            )}
          </Card>
        </li>
      ))}
    </ul>
  )
}
