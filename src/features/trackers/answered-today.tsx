import { useEffect, useRef } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { Tag } from '#src/ui/tag.tsx'
import { answerEmoji, answerWords } from './answer-face.ts'
import type { DayEntry } from './day-entry.ts'
import styles from './tracker-card.module.css'

export interface AnsweredTodayProps {
  entry: DayEntry
  /** It replaces the form that had the focus, which would otherwise be lost with it. */
  takesFocus: boolean
}

/** The day's answer, and whether the server has it. */
export function AnsweredToday({ entry, takesFocus }: AnsweredTodayProps) {
  const panel = useRef<HTMLDivElement>(null)
  // An effect because the panel can have the focus only once it is in the page.
  useEffect(() => {
    if (takesFocus) panel.current?.focus({ preventScroll: true })
  }, [takesFocus])
  const hours = entry.trackerType === 'Sleep' ? ` ${m.trackers_hours()}` : ''
  return (
    <div className={styles.answered} ref={panel} tabIndex={-1}>
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
