import type { CSSProperties } from 'react'
import { Face } from '#src/ui/companion/face.tsx'
import { Icon } from '#src/ui/image/icon.tsx'
import styles from './choice.module.css'

/** What a choice shows inside its card; `marked` adds the tick that appears when it is chosen. */
export function ChoiceFace({ choice, marked = false }: { choice: Choice; marked?: boolean }) {
  return (
    <>
      {choice.emoji && (
        <span className={styles.emoji} aria-hidden="true">
          <Face emoji={choice.emoji} />
        </span>
      )}
      <span className={styles.words}>
        <span className={styles.label}>{choice.label}</span>
        {choice.hint && <span className={styles.hint}>{choice.hint}</span>}
      </span>
      {marked && (
        <span className={styles.tick}>
          <Icon name="check" size={14} />
        </span>
      )}
    </>
  )
}

/** What lays choices out side by side: how many at most, and how many letters the longest of their words has. */
export function choiceColumns(
  columns: number,
  choices: readonly Pick<Choice, 'label'>[],
): { 'data-columns': number; style: CSSProperties } {
  const lengths = choices.flatMap(({ label }) => label.split(/[\s-]+/).map((word) => word.length))
  const style = { '--columns': columns, '--letters': Math.max(1, ...lengths) }
  return { 'data-columns': columns, style: style as CSSProperties }
}

export interface Choice<Value extends string = string> {
  value: Value
  label: string
  /** Drawn large above or before the label; decoration, the label says it all. */
  emoji?: string
  hint?: string
  disabled?: boolean
}
