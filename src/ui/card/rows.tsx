import type { ReactNode } from 'react'
import styles from './rows.module.css'

/** A list of people or things in a card, a line between each two. */
export function Rows({ children }: { children: ReactNode }) {
  return <ul className={styles.rows}>{children}</ul>
}

export interface RowProps {
  /** Whom or what it is about. */
  title: ReactNode
  /** A quieter line under the title. */
  note: ReactNode
  /** A picture before the words. */
  picture?: ReactNode
  /** Its state, or what can be done with it. */
  end: ReactNode
}

/** One of the `Rows`. */
export function Row({ title, note, picture, end }: RowProps) {
  return (
    <li className={styles.row}>
      {picture}
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        <p className={styles.note}>{note}</p>
      </div>
      {end}
    </li>
  )
}
