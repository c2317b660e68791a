import { Link } from '@tanstack/react-router'
import { familyTherapist, parentingCoach } from '#contract/providers/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { cardLinkClass } from '#src/ui/card/card.tsx'
import { LinkCards } from '#src/ui/card/link-cards.tsx'
import { specialtyTints } from './specialty-look.ts'

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
