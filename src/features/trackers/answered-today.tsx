import * as m from '#src/i18n/paraglide/messages.js'
import { Tag } from '#src/ui/tag.tsx'
import { answerEmoji, answerWords } from './answer-face.ts'
import type { DayEntry } from './day-entry.ts'
import styles from './tracker-card.module.css'

/** The day's answer, and whether the server has it. */
export function AnsweredToday({ entry }: { entry: DayEntry }) {
  const hours = entry.trackerType === 'Sleep' ? ` ${m.trackers_hours()}` : ''
  return (
    <div className={styles.answered}>
      <span className={styles.emoji} aria-hidden="true">
        {answerEmoji(entry.trackerType, entry.score)}
      </span>
      <p className={styles.answer}>{answerWords(entry.answer) + hours}</p>
      <p className={styles.note}>{m.trackers_already()}</p>
      {entry.state === 'waiting' ? (
        <Tag tone="warn" icon="clock">
          {m.trackers_state_waiting()}
        </Tag>
      ) : (
        <Tag tone="success" icon="check">
          {m.trackers_state_sent()}
        </Tag>
      )}
    </div>
  )
}
