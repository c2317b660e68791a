import { Link } from '@tanstack/react-router'
import { familyTherapist, parentingCoach } from '#contract/providers/model.ts'
import { specialtyLooks } from '../specialty-look.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { cardLinkClass } from '#src/ui/card/card.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { LinkCards } from '#src/ui/card/link-cards.tsx'
import { BackHome } from '#src/ui/nav/back-home.tsx'

/** Spec 2: the ways to help for the whole family. */
export function FamilyDynamicsPage() {
  return (
    <>
      <PageHeader
        title={m.providers_family_title()}
        text={m.providers_family_text()}
        back={<BackHome />}
      />
      <LinkCards
        cards={[
          {
            id: 'therapists',
            ...specialtyLooks[familyTherapist],
            link: (
              <Link className={cardLinkClass} to="/family-constellation">
                {m.providers_therapists_title()}
              </Link>
            ),
            text: m.providers_therapists_text(),
          },
          {
            id: 'coaches',
            ...specialtyLooks[parentingCoach],
            link: (
              <Link className={cardLinkClass} to="/parenting-coaches">
                {m.providers_coaches_title()}
              </Link>
            ),
            text: m.providers_coaches_text(),
          },
        ]}
      />
    </>
  )
}
