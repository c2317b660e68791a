import * as m from '#src/i18n/paraglide/messages.js'
import type { Refresh } from '#src/data/use-refresh.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { asOfWords } from './as-of-words.ts'
import styles from './profile.module.css'

export interface ScoreLineProps {
  /** As this device last saw it. */
  score: number
  /** When that was, in epoch milliseconds. */
  asOfMs: number | undefined
  refresh: Refresh
  online: boolean
  onRetry: () => void
}

/** A young person's own points; where the newest could not be loaded, the last known ones and from when they are. */
export function ScoreLine({ score, asOfMs, refresh, online, onRetry }: ScoreLineProps) {
  return (
    <div className={styles.score}>
      <Tag tone="accent">{m.profile_points({ score })}</Tag>
      {refresh.status === 'failed' && <output className={styles.note}>{asOfWords(asOfMs)}</output>}
      {refresh.status === 'failed' && online && (
        <Button look="quiet" size="small" icon="retry" onClick={onRetry}>
          {m.ui_retry()}
        </Button>
      )}
    </div>
  )
}
