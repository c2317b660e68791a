import { Link } from '@tanstack/react-router'
import * as m from '#src/i18n/paraglide/messages.js'
import { cardLinkClass } from '#src/ui/card/card.tsx'
import { LinkCards } from '#src/ui/card/lists.tsx'
import { BackHome } from '#src/ui/nav/back-links.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { roomPages } from '../coming-soon.tsx'
import { youngPeoplesRooms, type RoomId } from '../rooms.ts'

/** Spec 2: 'Community Zync', the way into its rooms. */
export function CommunityHub() {
  return (
    <>
      <PageHeader title={m.community_title()} text={m.community_text()} back={<BackHome />} />
      <RoomCards rooms={youngPeoplesRooms} />
    </>
  )
}

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

interface RoomCardsProps {
  rooms: readonly RoomId[]
  /** In place of a room's own sentence, for another reader. */
  texts?: Partial<Record<RoomId, string>>
}

/** The ways into some rooms of the community, which have no content yet and say so. */
function RoomCards({ rooms, texts = {} }: RoomCardsProps) {
  return (
    <LinkCards
      cards={rooms.map((id) => ({
        id,
        emoji: roomPages[id].emoji,
        tint: roomPages[id].tint,
        link: (
          <Link className={cardLinkClass} to="/community/$room" params={{ room: id }}>
            {roomPages[id].title()}
          </Link>
        ),
        text: texts[id] ?? roomPages[id].text(),
        state: m.community_soon(),
      }))}
    />
  )
}
