import { shown } from '#src/i18n/chosen.ts'
import styles from './badge.module.css'

export interface BadgeProps {
  count: number
  /** Read in place of the number: "3 unread messages". */
  label?: string | undefined
}

/** Above this the number is no longer read but only its size. */
const countShownMax = 99

/** A small count; nothing at all for zero. */
export function Badge({ count, label }: BadgeProps) {
  if (count <= 0) return null
  return (
    <span className={styles.badge} role={label && 'img'} aria-label={label}>
      {String(shown(Math.min(count, countShownMax)))}
      {count > countShownMax && '+'}
    </span>
  )
}
