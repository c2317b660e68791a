import { Link } from '@tanstack/react-router'
import type { UserType } from '#contract/account/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { Card, cardLinkClass } from '#src/ui/card/card.tsx'
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

/** A card of the landing page that leads to a part of the product. */
interface FeatureCard {
  readonly href: string
  readonly emoji: string
  readonly tint: 'peach' | 'rose' | 'lilac' | 'sky' | 'mint' | 'sun'
  readonly title: () => string
  readonly text: () => string
}

const library: FeatureCard = {
  href: '/library',
  emoji: '📚',
  tint: 'sky',
  title: m.shell_card_library_title,
  text: m.shell_card_library_text,
}

/** Spec 2: the cards of the landing page by role, in its order. */
const featureCards: Record<UserType, readonly FeatureCard[]> = {
  Parent: [
    {
      href: '/parents-community',
      emoji: '🫶',
      tint: 'peach',
      title: m.shell_card_community_title,
      text: m.shell_card_parents_community_text,
    },
    library,
    {
      href: '/family-dynamics',
      emoji: '🏡',
      tint: 'mint',
      title: m.shell_card_family_title,
      text: m.shell_card_family_text,
    },
  ],
  ServiceProvider: [{ ...library, text: m.shell_card_library_provider_text }],
  Adolescent: [
    {
      href: '/personalization',
      emoji: '🎨',
      tint: 'lilac',
      title: m.shell_card_personalization_title,
      text: m.shell_card_personalization_text,
    },
    {
      href: '/community',
      emoji: '💬',
      tint: 'peach',
      title: m.shell_card_community_title,
      text: m.shell_card_community_text,
    },
    library,
    {
      href: '/surveys',
      emoji: '🧭',
      tint: 'sun',
      title: m.shell_card_quests_title,
      text: m.shell_card_quests_text,
    },
    {
      href: '/biometrics',
      emoji: '💓',
      tint: 'rose',
      title: m.shell_card_biometrics_title,
      text: m.shell_card_biometrics_text,
    },
    {
      href: '/circle-of-care',
      emoji: '🤝',
      tint: 'mint',
      title: m.shell_card_circle_title,
      text: m.shell_card_circle_text,
    },
    {
      href: '/store',
      emoji: '🛍️',
      tint: 'lilac',
      title: m.shell_card_store_title,
      text: m.shell_card_store_text,
    },
  ],
}
