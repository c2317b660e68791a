import styles from './badge.module.css'
import { shown } from '#src/i18n/chosen.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'

export interface BadgeProps {
  count: number
  /** What is counted, read after the number: "unread messages". */
  label?: string
}

/** Above this the number is no longer read but only its size. */
const countShownMax = 99

/** A small count; nothing at all for zero. */
export function Badge({ count, label }: BadgeProps) {
  if (count <= 0) return null
  return (
    <span className={styles.badge}>
      {String(shown(Math.min(count, countShownMax)))}
      {count > countShownMax && '+'}
      {label && <VisuallyHidden> {label}</VisuallyHidden>}
    </span>
  )
}
