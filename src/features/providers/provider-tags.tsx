import { Link } from '@tanstack/react-router'
import type { ProviderCard } from '#contract/account/profile.ts'
import { gridSpecialties, familyTherapist, parentingCoach } from '#contract/providers/model.ts'
import { specialties, type Specialty } from '#contract/reference/specialties.ts'
import { term } from '#src/i18n/chosen.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { joinWords, placeText } from '#src/i18n/speech.ts'
import { formatDate } from '#src/lib/dates.ts'
import { type CardProps, cardLinkClass } from '#src/ui/card/card.tsx'
import { LinkCards } from '#src/ui/card/lists.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import styles from './provider-card.module.css'

export interface ProviderTagsProps {
  card: ProviderCard
  /** Only what helps to choose from a list. */
  short?: boolean
}

/** What is good to know of a provider before one asks: whom they see, in which languages, and since when they are reviewed. */
export function ProviderTags({ card, short = false }: ProviderTagsProps) {
  const { seesMinors, languages, reviewedAt } = card
  if (short && !seesMinors && languages.length === 0) return null
  return (
    <p className={styles.tags}>
      {seesMinors && <Tag tone="success">{m.providers_minors()}</Tag>}
      {!seesMinors && !short && <Tag>{m.providers_adults()}</Tag>}
      {languages.length > 0 && (
        <Tag icon="chat">
          {m.providers_languages({ languages: joinWords(languages.map(term)) })}
        </Tag>
      )}
      {reviewedAt !== null && !short && (
        <Tag tone="info" icon="check">
          {m.providers_verified({ date: formatDate(reviewedAt) })}
        </Tag>
      )}
    </p>
  )
}

/** "Beirut, Lebanon" of a provider; undefined where neither is known. */
export function formatLocation(provider: {
  state: string | null
  country: string | null
}): string | undefined {
  return placeText(provider)
}

/** The ground of a specialty's card. */
export const specialtyTints: Readonly<Record<Specialty, NonNullable<CardProps['tint']>>> = {
  'Fitness Coach': 'peach',
  'Life Coach': 'sun',
  'Wellness Coach': 'mint',
  'Art Therapist': 'lilac',
  'Behavioural Therapist': 'sky',
  'Meditation Therapist': 'mint',
  'Music Therapist': 'rose',
  'Nutritional Therapist': 'mint',
  Psychotherapist: 'lilac',
  'Yoga Therapist': 'peach',
  'Social Worker': 'sky',
  'Soft Skills Instructor': 'sun',
  'Academic Teacher': 'sky',
  'Spiritual Coach': 'lilac',
  Psychiatrist: 'rose',
  'Family Constellation Therapist': 'mint',
  'Sleep Therapist': 'sky',
  'Parenting Coach': 'peach',
}

/** The specialties of the grid (spec 9: 16 of the 18), in its order. */
export const shownSpecialties: readonly Specialty[] = gridSpecialties

/** The specialty that an address names, in any case: a quest's result links in small letters. */
export function specialtyNamed(name: string): Specialty | undefined {
  const wanted = name.trim().toLowerCase()
  return specialties.find((specialty) => specialty.toLowerCase() === wanted)
}

/** Spec 2: the ways to help for the whole family. */
export function FamilyCards() {
  return (
    <LinkCards
      cards={[
        {
          id: 'therapists',
          emoji: '🌳',
          tint: specialtyTints[familyTherapist],
          link: (
            <Link className={cardLinkClass} to="/family-constellation">
              {m.providers_therapists_title()}
            </Link>
          ),
          text: m.providers_therapists_text(),
        },
        {
          id: 'coaches',
          emoji: '🧸',
          tint: specialtyTints[parentingCoach],
          link: (
            <Link className={cardLinkClass} to="/parenting-coaches">
              {m.providers_coaches_title()}
            </Link>
          ),
          text: m.providers_coaches_text(),
        },
      ]}
    />
  )
}
