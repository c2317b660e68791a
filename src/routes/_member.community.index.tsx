import { createFileRoute, Link } from '@tanstack/react-router'
import { BackHome } from '#src/ui/back-home.tsx'
import { requireUserType } from '#src/app/guards.ts'
import { CommunityHub } from '#src/features/community/community-hub.tsx'
import type { RoomId } from '#src/features/community/places.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { cardLinkClass } from '#src/ui/card.tsx'

export const Route = createFileRoute('/_member/community/')({
  staticData: { title: m.community_title },
  beforeLoad: requireUserType('Adolescent'),
  component: CommunityRoute,
})

function CommunityRoute() {
  return <CommunityHub back={<BackHome />} roomLink={roomLink} />
}

function roomLink(room: RoomId, name: string) {
  return (
    <Link className={cardLinkClass} to="/community/$room" params={{ room }}>
      {name}
    </Link>
  )
}
