import { RoomCards } from '../room-cards.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { BackHome } from '#src/ui/nav/back-home.tsx'

/** Spec 2: the parents' own room, and the young people's to read along. */
export function ParentsCommunityPage() {
  return (
    <>
      <PageHeader
        title={m.community_parents_title()}
        text={m.community_parents_text()}
        back={<BackHome />}
      />
      <RoomCards rooms={['parents', 'genz']} texts={{ genz: m.community_genz_parent_text() }} />
    </>
  )
}
