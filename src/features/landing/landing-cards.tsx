import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { Card, cardLinkClass } from '#src/ui/card/card.tsx'
import { Face } from '#src/ui/companion/face.tsx'
import styles from './landing-cards.module.css'

/** A card of the landing page that leads to a part of the product. */
export interface FeatureCard {
  readonly href: string
  readonly emoji: string
  readonly tint: 'peach' | 'rose' | 'lilac' | 'sky' | 'mint' | 'sun'
  readonly title: () => string
  readonly text: () => string
  /** Said on the card, where there is something to say about its state. */
  readonly state?: ReactNode
}

/** The ways on from the landing page. */
export function LandingCards({ title, cards }: { title: string; cards: readonly FeatureCard[] }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      <ul className={styles.grid}>
        {cards.map((card) => (
          <li key={card.title()}>
            <Card className={styles.card} tint={card.tint} interactive>
              <span className={styles.emoji} aria-hidden="true">
                <Face emoji={card.emoji} />
              </span>
              <h3>
                <Link className={cardLinkClass} to={card.href}>
                  {card.title()}
                </Link>
                {card.state}
              </h3>
              <p>{card.text()}</p>
            </Card>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Whom this is for, to a visitor. */
export const audiences: readonly FeatureCard[] = [
  {
    href: '/register',
    emoji: '🌱',
    tint: 'peach',
    title: m.shell_landing_teen_title,
    text: m.shell_landing_teen_text,
  },
  {
    href: '/register',
    emoji: '🏡',
    tint: 'mint',
    title: m.shell_landing_parent_title,
    text: m.shell_landing_parent_text,
  },
  {
    href: '/register',
    emoji: '🤝',
    tint: 'lilac',
    title: m.shell_landing_provider_title,
    text: m.shell_landing_provider_text,
  },
]
