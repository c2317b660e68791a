import type { Choice } from './choice.ts'
import { Face } from '#src/ui/companion/face.tsx'
import styles from './choice.module.css'
import { Icon } from '#src/ui/image/icon.tsx'

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
