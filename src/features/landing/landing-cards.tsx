import { Link } from '@tanstack/react-router'
import type { UserType } from '#contract/account/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { Card, cardLinkClass } from '#src/ui/card/card.tsx'
import { featureCards, type FeatureCard } from './feature-cards.ts'
import styles from './landing-cards.module.css'

/** Where somebody logged in can go, by role; to a visitor, whom this is for. */
export function LandingCards({ userType }: { userType: UserType | undefined }) {
  const cards = userType ? featureCards[userType] : audiences
  return (
    <section className={styles.section}>
      <h2>{userType ? m.shell_landing_cards_member() : m.shell_landing_cards_visitor()}</h2>
      <ul className={styles.grid}>
        {cards.map((card) => (
          <li key={card.title()}>
            <Card className={styles.card} tint={card.tint} interactive>
              <span className={styles.emoji} aria-hidden="true">
                {card.emoji}
              </span>
              <h3>
                <Link className={cardLinkClass} to={card.href}>
                  {card.title()}
                </Link>
              </h3>
              <p>{card.text()}</p>
            </Card>
          </li>
        ))}
      </ul>
    </section>
  )
}

const audiences: readonly FeatureCard[] = [
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
