import type { Quest, QuestResult } from '#contract/quests/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import styles from './quest-result.module.css'

/** Every score of a result on its own scale. */
export function ScoreBars({ quest, result }: { quest: Quest; result: QuestResult }) {
  return (
    <section className={styles.scores} aria-label={m.quests_numbers()}>
      {quest.scores.map(({ id, label, min, max, primary }) => {
        const value = result.scores[id] ?? min
        return (
          <div key={id} className={styles.score} data-primary={primary}>
            <span>{label}</span>
            <span className={styles.number}>
              {m.quests_number({ value: numberWords(value), max: numberWords(max) })}
            </span>
            <span className={styles.track} aria-hidden="true">
              <span
                className={styles.fill}
                style={{ inlineSize: `${Math.round(((value - min) / (max - min || 1)) * 100)}%` }}
              />
            </span>
          </div>
        )
      })}
    </section>
  )
}

/** Means have at most two digits behind the point. */
function numberWords(value: number): string {
  return String(Math.round(value * 100) / 100)
}
