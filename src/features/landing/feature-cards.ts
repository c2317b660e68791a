import type { UserType } from '#contract/account/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'

/** A card of the landing page that leads to a part of the product. */
export interface FeatureCard {
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
export const featureCards: Record<UserType, readonly FeatureCard[]> = {
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
