import type { ReactNode } from 'react'
import type { Friend } from '#contract/connections/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { Photo } from '#src/lib/photo.tsx'
import type { Refresh } from '#src/lib/use-refresh.ts'
import { Card, CardBody, CardHeader } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import styles from './circle-box.module.css'
import { kindWords } from './kind-words.ts'
import { ListNotYet } from './list-states.tsx'
import { friendName } from './own-connections.ts'

/** More than these stand on the page that `all` leads to. */
const shownMax = 5

export interface CircleBoxProps {
  title: string
  /** Undefined before the server has sent any list. */
  friends: readonly Friend[] | undefined
  refresh: Refresh
  onRetry: () => void
  emptyText: string
  /** The link to a person; its target covers their line. */
  personLink: (
    friend: Friend,
    props: { className: string | undefined; children: string },
  ) => ReactNode
  /** The link to everybody. */
  all?: ReactNode
}

/** Spec 2: the people somebody is connected with, on the dashboard. */
export function CircleBox(props: CircleBoxProps) {
  const { title, friends, refresh, onRetry, emptyText, personLink, all } = props
  const some = friends !== undefined && friends.length > 0
  return (
    <Card>
      <CardHeader title={title} end={all} />
      <CardBody>
        {!friends && (
          <ListNotYet
            compact
            refresh={refresh}
            failed={m.connections_friends_failed()}
            onRetry={onRetry}
          />
        )}
        {friends?.length === 0 && (
          <EmptyState compact emoji="🤝" title={m.shell_circle_empty()} text={emptyText} />
        )}
        {some && (
          <ul className={styles.list}>
            {friends.slice(0, shownMax).map((friend) => (
              <li key={friend.id} className={styles.person}>
                <Photo
                  id={friend.id}
                  name={friendName(friend)}
                  file={friend.profileImg}
                  size={44}
                  decorative
                />
                <div className={styles.facts}>
                  {personLink(friend, { className: styles.name, children: friendName(friend) })}
                  <p className={styles.kind}>{kindWords(friend)}</p>
                </div>
              </li>
            ))}
          </ul>
        )}
      </CardBody>
    </Card>
  )
}
