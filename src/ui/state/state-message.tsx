import type { ReactNode } from 'react'
import styles from './state-message.module.css'

export interface StateMessageProps {
  /** Decoration above the words. */
  emoji: string
  tint: 'lilac' | 'peach' | 'sky' | 'rose'
  title: ReactNode
  text?: ReactNode
  /** One button or link. */
  action?: ReactNode
  /** How assistive technology hears of it; leave out what is no news. */
  announced?: 'at-once' | 'politely'
  /** Less air, for the inside of a card. */
  compact?: boolean
}

/** Shown in place of content: a soft shape, a sentence and at most one thing to do. */
export function StateMessage(props: StateMessageProps) {
  const { emoji, tint, title, text, action, announced, compact = false } = props
  return (
    <div
      className={styles.state}
      role={announced && roles[announced]}
      data-compact={compact || undefined}
    >
      <span className={styles.shape} data-tint={tint} aria-hidden="true">
        {emoji}
      </span>
      <p className={styles.title}>{title}</p>
      {text && <p className={styles.text}>{text}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}

const roles = { 'at-once': 'alert', politely: 'status' } as const
