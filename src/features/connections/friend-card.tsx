import type { ReactNode } from 'react'
import type { Friend } from '#contract/connections/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { longDate } from '#src/lib/long-date.ts'
import { Banner } from '#src/ui/message/banner.tsx'
import { Card } from '#src/ui/card/card.tsx'
import styles from './connections.module.css'
import { kindWords } from './kind-words.ts'
import { friendName } from './own-connections.ts'
import { PersonHead } from './person-head.tsx'

export interface FriendCardProps {
  friend: Friend
  /** The name as a link to where this person is found. */
  title: ReactNode
  /** What can be done with the connection. */
  menu: ReactNode
  /** The ways on: their page, the chat. */
  actions: ReactNode
  /** The way to others, while this provider does not see people of the person's age. */
  instead: ReactNode
}

/** Somebody one is connected with. */
export function FriendCard({ friend, title, menu, actions, instead }: FriendCardProps) {
  return (
    <Card className={styles.card}>
      <PersonHead person={{ ...friend, name: friendName(friend) }} title={title} end={menu}>
        <p>{kindWords(friend)}</p>
        <p className={styles.muted}>{m.connections_since({ date: longDate(friend.since) })}</p>
      </PersonHead>
      {friend.unavailable && (
        <Banner tone="info">
          <p>{m.connections_unavailable({ name: friend.firstname })}</p>
          <p className={styles.instead}>{instead}</p>
        </Banner>
      )}
      <div className={styles.actions}>{actions}</div>
    </Card>
  )
}
