import type { Quest } from '#contract/quests/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { QuestDraft } from '#src/offline/features/quest-rows.ts'
import { Progress } from '#src/ui/state/progress.tsx'
import { pointsSoFar } from '../play.ts'
import styles from './player.module.css'

/** How far the quest is, and what it has earned so far. */
export function PlayHead({ quest, draft }: { quest: Quest; draft: QuestDraft }) {
  const count = quest.questions.length
  const at = draft.at + 1
  const points = pointsSoFar(quest, draft)
  return (
    <header className={styles.head}>
      <div className={styles.progress}>
        <Progress
          value={at - 1}
          max={count}
          label={m.quests_progress({ at, count })}
          valueText={`${at} / ${count}`}
        />
      </div>
      <output className={styles.score} data-calm={quest.sensitive || undefined}>
        <span className={styles.star} key={points} aria-hidden="true">
          ⭐
        </span>
        {m.quests_score({ points })}
      </output>
    </header>
  )
}
