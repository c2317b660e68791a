import type { ReactNode } from 'react'
import styles from './visually-hidden.module.css'

export interface VisuallyHiddenProps {
  children: ReactNode
  /** The page's heading, where what is seen has none of its own. */
  as?: 'span' | 'h1'
}

/** Words for screen readers alone. */
export function VisuallyHidden({ children, as: Tag = 'span' }: VisuallyHiddenProps) {
  return <Tag className={styles.hidden}>{children}</Tag>
}
