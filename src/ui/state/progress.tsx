import { useId } from 'react'
import styles from './progress.module.css'

export interface ProgressProps {
  value: number
  max: number
  label: string
  /** The text at the end of the line: "3 of 10". */
  valueText?: string
  /** Keeps the words for screen readers alone. */
  hideLabel?: boolean
}

/** How far something has come. */
export function Progress({ value, max, label, valueText, hideLabel = false }: ProgressProps) {
  const id = useId()
  return (
    <div className={styles.progress}>
      {!hideLabel && (
        <div className={styles.words}>
          <label htmlFor={id}>{label}</label>
          {valueText && <span className={styles.value}>{valueText}</span>}
        </div>
      )}
      <progress
        className={styles.bar}
        id={id}
        value={value}
        max={max}
        aria-label={hideLabel ? label : undefined}
        aria-valuetext={valueText}
      />
    </div>
  )
}
