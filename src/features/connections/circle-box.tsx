import type { ReactNode } from 'react'
import type { Friend } from '#contract/connections/model.ts'
import { Photo } from '#src/lib/photo.tsx'
import styles from './circle-box.module.css'
import { CircleCard, type CircleCardProps } from './circle-card.tsx'
import { kindWords } from './kind-words.ts'
import { friendName } from './own-connections.ts'

/** More than these stand on the page that `all` leads to. */
const shownMax = 5

export interface CircleBoxProps extends Omit<CircleCardProps, 'children'> {
  /** The link to a person; its target covers their line. */
  personLink: (
    friend: Friend,
    props: { className: string | undefined; children: string },
  ) => ReactNode
}

/** Spec 2: the people somebody is connected with, on the dashboard. */
export function CircleBox({ personLink, ...card }: CircleBoxProps) {
  return (
    <CircleCard {...card}>
      {(friends) => (
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
    </CircleCard>
  )
}
