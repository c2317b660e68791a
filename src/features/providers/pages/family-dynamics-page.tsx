import * as m from '#src/i18n/paraglide/messages.js'
import { BackHome } from '#src/ui/nav/back-home.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { FamilyCards } from '../family-cards.tsx'

/** Spec 2: the ways to help for the whole family. */
export function FamilyDynamicsPage() {
  return (
    <>
      <PageHeader
        title={m.providers_family_title()}
        text={m.providers_family_text()}
        back={<BackHome />}
      />
      <FamilyCards />
    </>
  )
}
