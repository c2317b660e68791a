import * as m from '#src/i18n/paraglide/messages.js'
import { BackHome } from '#src/ui/nav/back-home.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { youngPeoplesRooms } from '../rooms.ts'
import { RoomCards } from '../room-cards.tsx'

/** Spec 2: 'Community Zync', the way into its rooms. */
export function CommunityHub() {
  return (
    <>
      <PageHeader title={m.community_title()} text={m.community_text()} back={<BackHome />} />
      <RoomCards rooms={youngPeoplesRooms} />
    </>
  )
}
