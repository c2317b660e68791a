import { useEffect, useRef } from 'react'
import type { LocalDate } from '#contract/local-date.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useConnection } from '#src/lib/online.ts'
import { formatDay } from '#src/lib/dates.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import type { DayEntry } from './day-entry.ts'
import { alreadyText, answerEmoji, answerLine } from './tracker-labels.ts'
import styles from './tracker-card.module.css'

export interface AnsweredTodayProps {
  entry: DayEntry
  today: LocalDate
  /** The operation to take back, while that is possible. */
  undo: DayEntry['undo']
  onUndo: (opId: string) => void
  /** It replaces the form that had the focus, which would otherwise be lost with it. */
  takesFocus: boolean
}

/** The day's answer, the day it counts for, and whether the server has it. */
export function AnsweredToday({ entry, today, undo, onUndo, takesFocus }: AnsweredTodayProps) {
  const panel = useRef<HTMLDivElement>(null)
  const connection = useConnection()
  // An effect because the panel can have the focus only once it is in the page.
  useEffect(() => {
    if (takesFocus) panel.current?.focus({ preventScroll: true })
  }, [takesFocus])
  // An answer that can be taken back is late only where it could not be sent anyway.
  const waits = entry.state === 'waiting' && !(undo && connection === 'online')
  return (
    <div className={styles.answered} ref={panel} tabIndex={-1}>
      <span className={styles.emoji} aria-hidden="true">
        {answerEmoji(entry.trackerType, entry.score)}
      </span>
      <p className={styles.answer}>{answerLine(entry)}</p>
      <p className={styles.note}>{alreadyText(entry.day, today)}</p>
      <p className={styles.note}>{m.trackers_counts_for({ day: formatDay(entry.day) })}</p>
      <div className={styles.status}>
        {undo && (
          <Button look="secondary" size="small" onClick={() => onUndo(undo.opId)}>
            {m.trackers_prompt_undo()}
          </Button>
        )}
        {waits && (
          <Tag tone="warn" icon="clock">
            {m.trackers_state_waiting()}
          </Tag>
        )}
        {entry.state === 'sent' && (
          <Tag tone="success" icon="check">
            {m.trackers_state_sent()}
          </Tag>
        )}
      </div>
    </div>
  )
}
