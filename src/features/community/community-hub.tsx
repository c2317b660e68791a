import type { ReactNode } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { PageHeader } from '#src/ui/page-header.tsx'
import { youngPeoplesRooms } from './places.ts'
import { RoomCards, type RoomCardsProps } from './room-cards.tsx'

export interface CommunityHubProps {
  back: ReactNode
  roomLink: RoomCardsProps['roomLink']
}

/** Spec 2: 'Community Zync', the way into its rooms. */
export function CommunityHub({ back, roomLink }: CommunityHubProps) {
  return (
    <>
      <PageHeader title={m.community_title()} text={m.community_text()} back={back} />
      <RoomCards rooms={youngPeoplesRooms} roomLink={roomLink} />
    </>
  )
}
