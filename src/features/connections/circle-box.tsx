import { Photo } from '#src/lib/photo.tsx'
import styles from './circle-box.module.css'
import { CircleCard, type CircleCardProps } from './circle-card.tsx'
import { kindWords } from './kind-words.ts'
import { friendName } from './own-connections.ts'
import { PersonLink } from './person-link.tsx'

/** More than these stand on the page that `all` leads to. */
const shownMax = 5

export type CircleBoxProps = Omit<CircleCardProps, 'children'>

/** Spec 2: the people somebody is connected with, on the dashboard. */
export function CircleBox(card: CircleBoxProps) {
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
                <PersonLink friend={friend} className={styles.name}>
                  {friendName(friend)}
                </PersonLink>
                <p className={styles.kind}>{kindWords(friend)}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </CircleCard>
  )
}
