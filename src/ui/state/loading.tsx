import { ui_loading } from '#src/i18n/paraglide/messages.js'
import { classNames } from '#src/ui/class-names.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import styles from './skeleton.module.css'
import spinnerStyles from './spinner.module.css'

interface SpinnerProps {
  /** Edge in pixels. */
  size?: number
  /** Says what is loading; leave it out where words beside it say so already. */
  label?: string
}

/** A turning ring; still under reduced motion, where its gap alone says "not yet". */
export function Spinner({ size = 24, label }: SpinnerProps) {
  return (
    <svg
      className={spinnerStyles.spinner}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <circle className={spinnerStyles.track} cx="12" cy="12" r="9" />
      <path className={spinnerStyles.arc} d="M12 3a9 9 0 0 1 9 9" />
    </svg>
  )
}

export interface SkeletonProps {
  /** `text` draws lines, `block` a box, `circle` a face, `card` a card with a face and lines. */
  shape?: 'text' | 'block' | 'circle' | 'card'
  /** Lines of text, or how many blocks or cards. */
  count?: number
  className?: string | undefined
}

/** The shape of what is coming. Says "Loading" once to screen readers, however many pieces it draws. */
export function Skeleton({
  shape = 'text',
  count = shape === 'text' ? 3 : 1,
  className,
}: SkeletonProps) {
  return (
    <output className={classNames(styles.skeleton, className)}>
      <VisuallyHidden>{ui_loading()}</VisuallyHidden>
      {Array.from({ length: count }, (_, index) => (
        <span key={index} className={classNames(styles.piece, styles[shape])} aria-hidden="true">
          {shape === 'card' && <CardPieces />}
        </span>
      ))}
    </output>
  )
}

function CardPieces() {
  return (
    <>
      <span className={classNames(styles.piece, styles.circle)} />
      <span className={styles.lines}>
        <span className={classNames(styles.piece, styles.text)} />
        <span className={classNames(styles.piece, styles.text)} />
      </span>
    </>
  )
}
