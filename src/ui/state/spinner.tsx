import styles from './spinner.module.css'

export interface SpinnerProps {
  /** Edge in pixels. */
  size?: number
  /** Says what is loading; leave it out where words beside it say so already. */
  label?: string
}

/** A turning ring; still under reduced motion, where its gap alone says "not yet". */
export function Spinner({ size = 24, label }: SpinnerProps) {
  return (
    <svg
      className={styles.spinner}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <circle className={styles.track} cx="12" cy="12" r="9" />
      <path className={styles.arc} d="M12 3a9 9 0 0 1 9 9" />
    </svg>
  )
}
