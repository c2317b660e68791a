import type { ReactNode } from 'react'
import type { Friend } from '#contract/connections/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { Photo } from '#src/lib/photo.tsx'
import type { Refresh } from '#src/lib/use-refresh.ts'
import { Card, CardBody, CardHeader } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import styles from './circle-box.module.css'
import { ListNotYet } from './list-states.tsx'
import { friendName } from './own-connections.ts'

/** More faces than these are a crowd. */
const facesMax = 6

export interface CircleSummaryProps {
  /** Undefined before the server has sent any list. */
  friends: readonly Friend[] | undefined
  refresh: Refresh
  onRetry: () => void
  /** The link to everybody. */
  all: ReactNode
}

/** Spec 2: the Circle of Care of a care provider: how many trust them; who they are stands under My Clients. */
export function CircleSummary({ friends, refresh, onRetry, all }: CircleSummaryProps) {
  return (
    <Card>
      <CardHeader title={m.shell_circle_title()} end={all} />
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
          <EmptyState
            compact
            emoji="🤝"
            title={m.shell_circle_empty()}
            text={m.connections_clients_none_text()}
          />
        )}
        {friends && friends.length > 0 && <Summary friends={friends} />}
      </CardBody>
    </Card>
  )
}

function Summary({ friends }: { friends: readonly Friend[] }) {
  const parents = friends.filter(({ userType }) => userType === 'Parent').length
  const counts = [
    { count: friends.length - parents, words: m.connections_summary_young },
    { count: parents, words: m.connections_summary_parents },
  ]
  const told = counts.filter(({ count }) => count > 0).map(({ count, words }) => words({ count }))
  return (
    <div className={styles.summary}>
      <div className={styles.faces}>
        {friends.slice(0, facesMax).map((friend) => (
          <span key={friend.id} className={styles.face}>
            <Photo
              id={friend.id}
              name={friendName(friend)}
              file={friend.profileImg}
              size={44}
              decorative
            />
          </span>
        ))}
      </div>
      <p>{told.join(' · ')}</p>
    </div>
  )
}
