import { Link } from '@tanstack/react-router'
import * as m from '#src/i18n/paraglide/messages.js'
import { cardLinkClass } from '#src/ui/card/card.tsx'
import { LinkCards } from '#src/ui/card/link-cards.tsx'
import { rooms, type RoomId } from './rooms.ts'

interface RoomCardsProps {
  rooms: readonly RoomId[]
  /** In place of a room's own sentence, for another reader. */
  texts?: Partial<Record<RoomId, string>>
}

/** The ways into some rooms of the community, which have no content yet and say so. */
export function RoomCards({ rooms: shown, texts = {} }: RoomCardsProps) {
  return (
    <LinkCards
      cards={shown.map((id) => ({
        id,
        emoji: rooms[id].emoji,
        tint: rooms[id].tint,
        link: (
          <Link className={cardLinkClass} to="/community/$room" params={{ room: id }}>
            {rooms[id].title()}
          </Link>
        ),
        text: texts[id] ?? rooms[id].text(),
        state: m.community_soon(),
      }))}
    />
  )
}
