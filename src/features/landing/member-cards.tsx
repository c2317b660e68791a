import '#src/ui/companion/more-faces.ts'
import { isSuperAdmin, type UserPayload, type UserType } from '#contract/account/model.ts'
import { useSpeech } from '#src/i18n/choose-language.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { Tag } from '#src/ui/message/tag.tsx'
import { LandingCards, type FeatureCard } from './landing-cards.tsx'
import styles from './landing-cards.module.css'

/** Where somebody logged in can go, by role. */
export function MemberCards({ user }: { user: UserPayload }) {
  const cards = isSuperAdmin(user) ? [library] : featureCards[user.userT]
  return <LandingCards title={m.shell_landing_cards_member()} cards={cards} />
}

/** It follows the language itself: one element stands on several cards for as long as the page is open. */
function Soon() {
  useSpeech()
  return (
    <span className={styles.soon}>
      <Tag icon="clock">{m.community_soon()}</Tag>
    </span>
  )
}

const soon = <Soon />

const library: FeatureCard = {
  href: '/library',
  emoji: '📚',
  tint: 'sky',
  title: m.shell_card_library_title,
  text: m.shell_card_library_text,
}

/** Spec 2: the cards of the landing page by role; those without content yet say so and come last. */
const featureCards: Record<UserType, readonly FeatureCard[]> = {
  Parent: [
    {
      href: '/family-dynamics',
      emoji: '🏡',
      tint: 'mint',
      title: m.shell_card_family_title,
      text: m.shell_card_family_text,
    },
    library,
    {
      href: '/parents-community',
      emoji: '🫶',
      tint: 'peach',
      title: m.shell_card_community_title,
      text: m.shell_card_parents_community_text,
    },
  ],
  ServiceProvider: [{ ...library, text: m.shell_card_library_provider_text }],
  Adolescent: [
    {
      href: '/surveys',
      emoji: '🧭',
      tint: 'sun',
      title: m.shell_card_quests_title,
      text: m.shell_card_quests_text,
    },
    library,
    {
      href: '/circle-of-care',
      emoji: '🤝',
      tint: 'mint',
      title: m.shell_card_circle_title,
      text: m.shell_card_circle_text,
    },
    {
      href: '/community',
      emoji: '💬',
      tint: 'peach',
      title: m.shell_card_community_title,
      text: m.shell_card_community_text,
    },
    {
      href: '/personalization',
      emoji: '🎨',
      tint: 'lilac',
      title: m.shell_card_personalization_title,
      text: m.shell_card_personalization_text,
      state: soon,
    },
    {
      href: '/biometrics',
      emoji: '💓',
      tint: 'rose',
      title: m.shell_card_biometrics_title,
      text: m.shell_card_biometrics_text,
      state: soon,
    },
    {
      href: '/store',
      emoji: '🛍️',
      tint: 'lilac',
      title: m.shell_card_store_title,
      text: m.shell_card_store_text,
      state: soon,
    },
  ],
}
