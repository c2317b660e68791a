import { useId } from 'react'
import { ui_brand } from '#src/i18n/paraglide/messages.js'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import styles from './logo.module.css'

export interface LogoProps {
  /** Height in pixels. */
  size?: number
  /** The mark alone, without the name beside it. */
  markOnly?: boolean
}

/**
 * Zync's mark and name, own drawing: two people, mirrored, who hold the two ends of one line. Read aloud as `Zync`.
 */
export function Logo({ size = 36, markOnly = false }: LogoProps) {
  return (
    <span className={styles.logo}>
      <VisuallyHidden>{ui_brand()}</VisuallyHidden>
      <Mark size={size} />
      {!markOnly && (
        <svg className={styles.name} height={size * 0.78} viewBox="4 4 104 43" aria-hidden="true">
          <path d="M8 12H26L8 36H26" />
          <path d="M36 18l8 17M53 18l-9.5 21c-1.3 3-3.3 4.6-6.5 4.6" />
          <path d="M63 36V18M63 26c0-5 3-8.2 7.5-8.2s7.5 3 7.5 8V36" />
          <path d="M103 21.5c-1.7-2.3-4.2-3.7-7.2-3.7-5.2 0-9 4-9 9.2s3.8 9.2 9 9.2c3 0 5.5-1.4 7.2-3.7" />
        </svg>
      )}
    </span>
  )
}

function Mark({ size }: { size: number }) {
  const id = useId()
  return (
    <svg width={size} height={size} viewBox="0 0 48 48" aria-hidden="true">
      <linearGradient id={id} x1="0" y1="0" x2="1" y2="1">
        <stop offset="0" stopColor="#7552ee" />
        <stop offset="0.55" stopColor="#bf48b6" />
        <stop offset="1" stopColor="#ff7a70" />
      </linearGradient>
      <path fill={`url(#${id})`} d="M24 0c18 0 24 6 24 24s-6 24-24 24S0 42 0 24 6 0 24 0z" />
      <path className={styles.line} d="M22.5 14.5H33.7L14.3 33.5H25.5" />
      <circle cx="13.8" cy="14.5" r="3.5" fill="#ffdccb" />
      <circle cx="34.2" cy="33.5" r="3.5" fill="#ffdccb" />
    </svg>
  )
}
