import type { ReactNode } from 'react'
import { Icon } from '#src/ui/image/icon.tsx'
import styles from './card.module.css'

export interface CardCollapsibleProps {
  title: ReactNode
  /** Level of the heading where the card is used; 2 by default. */
  level?: 2 | 3 | 4
  /** A few words beside the title that stay visible when the card is closed. */
  summary?: ReactNode
  start?: ReactNode
  defaultOpen?: boolean
  onToggle?: (open: boolean) => void
  children: ReactNode
}

/** A card whose body folds away, on the native details element. */
export function CardCollapsible(props: CardCollapsibleProps) {
  const { title, level = 2, summary, start, defaultOpen = false, onToggle, children } = props
  const Heading = `h${level}` as const
  return (
    <details
      className={styles.card}
      open={defaultOpen}
      onToggle={(event) => onToggle?.(event.currentTarget.open)}
    >
      <summary className={styles.summary}>
        {start}
        <span className={styles.titles}>
          <Heading className={styles.title}>{title}</Heading>
          {summary && <span className={styles.subtitle}>{summary}</span>}
        </span>
        <span className={styles.turn}>
          <Icon name="chevron" size={20} />
        </span>
      </summary>
      <div className={styles.folded}>{children}</div>
    </details>
  )
}
