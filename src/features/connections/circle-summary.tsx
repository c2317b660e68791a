import type { Friend } from '#contract/connections/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { Photo } from '#src/lib/photo.tsx'
import styles from './circle-box.module.css'
import { CircleCard, type CircleCardProps } from './circle-card.tsx'
import { friendName } from './own-connections.ts'

/** More faces than these are a crowd. */
const facesMax = 6

export type CircleSummaryProps = Omit<CircleCardProps, 'title' | 'emptyText' | 'children'>

/** Spec 2: the Circle of Care of a care provider: how many trust them; who they are stands under My Clients. */
export function CircleSummary(props: CircleSummaryProps) {
  return (
    <CircleCard
      title={m.shell_circle_title()}
      emptyText={m.connections_clients_none_text()}
      {...props}
    >
      {(friends) => <Summary friends={friends} />}
    </CircleCard>
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
