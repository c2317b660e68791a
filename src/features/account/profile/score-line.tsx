import * as m from '#src/i18n/paraglide/messages.js'
import type { Refresh } from '#src/lib/use-refresh.ts'
import { Button } from '#src/ui/button.tsx'
import { Tag } from '#src/ui/tag.tsx'
import styles from './profile.module.css'

export interface ScoreLineProps {
  /** As this device last saw it. */
  score: number
  refresh: Refresh
  online: boolean
  onRetry: () => void
}

/** A young person's own points; where the newest could not be loaded, the last known ones and that it is so. */
export function ScoreLine({ score, refresh, online, onRetry }: ScoreLineProps) {
  return (
    <div className={styles.score}>
      <Tag tone="accent">{m.profile_points({ score })}</Tag>
      {refresh === 'failed' && <output className={styles.note}>{m.profile_score_failed()}</output>}
      {refresh === 'failed' && online && (
        <Button look="quiet" size="small" icon="retry" onClick={onRetry}>
          {m.ui_retry()}
        </Button>
      )}
    </div>
  )
}
