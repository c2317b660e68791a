import type { ReactNode } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { Card } from '#src/ui/card.tsx'
import { PageHeader } from '#src/ui/page-header.tsx'
import styles from './community-hub.module.css'
import { rooms, youngPeoplesRooms, type RoomId } from './places.ts'

export interface CommunityHubProps {
  back: ReactNode
  /** The link into a room, with the room's name; its target covers the card. */
  roomLink: (room: RoomId, name: string) => ReactNode
}

/** Spec 2: 'Community Zync', the way into its rooms. */
export function CommunityHub({ back, roomLink }: CommunityHubProps) {
  return (
    <>
      <PageHeader title={m.community_title()} text={m.community_text()} back={back} />
      <ul className={styles.grid}>
        {youngPeoplesRooms.map((id) => (
          <li key={id}>
            <Card className={styles.card} tint={rooms[id].tint} interactive>
              <span className={styles.emoji} aria-hidden="true">
                {rooms[id].emoji}
              </span>
              <h2 className={styles.name}>{roomLink(id, rooms[id].title())}</h2>
              <p>{rooms[id].text()}</p>
            </Card>
          </li>
        ))}
      </ul>
    </>
  )
}
