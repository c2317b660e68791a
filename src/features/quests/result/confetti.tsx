import { cssVariables } from '#src/ui/chart/css-variables.ts'
import styles from './confetti.module.css'

const pieces = ['🎉', '⭐', '🟣', '🧡', '✨', '🟡', '💜', '🎈', '⭐', '🩷', '✨', '🟠']

/** A short cheer; still where motion is not wanted, and never on a sensitive quest. */
export function Confetti() {
  return (
    <div className={styles.confetti} aria-hidden="true">
      {pieces.map((piece, index) => (
        <span
          // The pieces are always the same.
          // oxlint-disable-next-line react/no-array-index-key -- the list never changes
          key={index}
          className={styles.piece}
          style={cssVariables({ '--place': index / (pieces.length - 1), '--turn': index % 3 })}
        >
          {piece}
        </span>
      ))}
    </div>
  )
}
