import type { ReactNode } from 'react'
import { Photo } from '#src/lib/photo.tsx'
import styles from './connections.module.css'

export interface PersonHeadProps {
  person: { id: string; name: string; profileImg: string | null }
  /** The name: text, or a link. */
  title: ReactNode
  /** The lines under the name. */
  children: ReactNode
  /** A menu of what can be done. */
  end?: ReactNode
}

/** Who a card is about. */
export function PersonHead({ person, title, children, end }: PersonHeadProps) {
  return (
    <header className={styles.head}>
      <Photo id={person.id} name={person.name} file={person.profileImg} size={56} decorative />
      <div className={styles.facts}>
        <h2 className={styles.name}>{title}</h2>
        {children}
      </div>
      {end}
    </header>
  )
}
