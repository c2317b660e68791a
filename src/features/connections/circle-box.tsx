import type { ReactNode } from 'react'
import type { Friend } from '#contract/connections/api.ts'
import { ResourceMissing } from '#src/data/resource-view.tsx'
import type { Loaded } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { Photo } from '#src/lib/private-image.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { EmptyState } from '#src/ui/state/state-message.tsx'
import { kindLabel, friendName } from './connections-resource.ts'
import { PersonLink } from './person-link.tsx'
import styles from './circle-box.module.css'

/** The link to everybody leads to those beyond this number. */
const shownMax = 5

/** More faces than these are a crowd. */
const facesMax = 6

export interface CircleBoxProps {
  title: string
  circle: Loaded<Friend[]>
  emptyText: string
  /** The link to everybody. */
  all?: ReactNode
}

/** Spec 2: the people somebody is connected with, on the dashboard. */
export function CircleBox(card: CircleBoxProps) {
  return (
    <CircleCard {...card}>
      {(friends) => (
        <ul className={styles.list}>
          {friends.slice(0, shownMax).map((friend) => (
            <li key={friend.id} className={styles.person}>
              <FriendPhoto friend={friend} />
              <div className={styles.facts}>
                <PersonLink friend={friend} className={styles.name}>
                  {friendName(friend)}
                </PersonLink>
                <p className={styles.kind}>{kindLabel(friend)}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </CircleCard>
  )
}

/** Spec 2: the Circle of Care of a care provider: how many trust them; My Clients says who they are. */
export function CircleSummary(card: Pick<CircleBoxProps, 'circle' | 'all'>) {
  return (
    <CircleCard
      title={m.shell_circle_title()}
      emptyText={m.connections_clients_none_text()}
      {...card}
    >
      {(friends) => (
        <div className={styles.summary}>
          <div className={styles.faces}>
            {friends.slice(0, facesMax).map((friend) => (
              <span key={friend.id} className={styles.face}>
                <FriendPhoto friend={friend} />
              </span>
            ))}
          </div>
          <p>{countsLabel(friends)}</p>
        </div>
      )}
    </CircleCard>
  )
}

interface CircleCardProps extends CircleBoxProps {
  /** Drawn where the circle is not empty. */
  children: (friends: readonly Friend[]) => ReactNode
}

function CircleCard({ title, circle, emptyText, all, children }: CircleCardProps) {
  const { data: friends } = circle
  return (
    <Card>
      <CardHeader title={title} end={all} />
      <CardBody>
        {!friends && (
          <ResourceMissing
            of={circle}
            compact
            skeleton={{ count: 2 }}
            failed={m.connections_friends_failed()}
            offline={m.connections_offline()}
          />
        )}
        {friends?.length === 0 && (
          <EmptyState compact emoji="🤝" title={m.shell_circle_empty()} text={emptyText} />
        )}
        {friends && friends.length > 0 && children(friends)}
      </CardBody>
    </Card>
  )
}

function FriendPhoto({ friend }: { friend: Friend }) {
  const { id, profileImg } = friend
  return <Photo id={id} name={friendName(friend)} file={profileImg} size={44} decorative />
}

function countsLabel(friends: readonly Friend[]): string {
  const parents = friends.filter(({ userType }) => userType === 'Parent').length
  const counts = [
    { count: friends.length - parents, label: m.connections_summary_young },
    { count: parents, label: m.connections_summary_parents },
  ]
  return counts
    .filter(({ count }) => count > 0)
    .map(({ count, label }) => label({ count }))
    .join(' · ')
}
