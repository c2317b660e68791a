import type { ReactNode } from 'react'
import { PlaceCards } from '#src/ui/place-cards.tsx'
import { rooms, type RoomId } from './places.ts'

export interface RoomCardsProps {
  rooms: readonly RoomId[]
  /** In place of a room's own sentence, for another reader. */
  texts?: Partial<Record<RoomId, string>>
  /** The link into a room, with the room's name; its target covers the card. */
  roomLink: (room: RoomId, name: string) => ReactNode
}

/** The ways into some rooms of the community. */
export function RoomCards({ rooms: shown, texts = {}, roomLink }: RoomCardsProps) {
  return (
    <PlaceCards
      places={shown.map((id) => ({
        id,
        emoji: rooms[id].emoji,
        tint: rooms[id].tint,
        link: roomLink(id, rooms[id].title()),
        text: texts[id] ?? rooms[id].text(),
      }))}
    />
  )
}
