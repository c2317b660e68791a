import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react'
import type { TrackerType } from '#contract/trackers/catalog.ts'
import { trackerDay, trackerScore, type TrackerScore } from '#contract/trackers/model.ts'
import { promptUndoMs } from '#contract/trackers/prompts.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useDirtyForm } from '#src/lib/dirty.ts'
import { tapFeedback } from '#src/lib/haptics.ts'
import { useIsBefore } from '#src/lib/now.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { ChoiceGroup } from '#src/ui/choice/choice-group.tsx'
import { DayDots } from './day-dots.tsx'
import { isAnswered, type DayEntry } from './day-entry.ts'
import type { LocalClock } from './local-clock.ts'
import { RefusedBanner } from './refused-banner.tsx'
import { notSavedText, recordAnswer, undoAnswer } from './record-answer.ts'
import {
  answerChoices,
  trackerLabels,
  trackerQuestion,
  alreadyText,
  answerEmoji,
  answerLine,
  savedLine,
} from './tracker-labels.ts'
import styles from './tracker-card.module.css'
import { Face } from '#src/ui/companion/face.tsx'
import type { LocalDate } from '#contract/local-date.ts'
import { useConnection } from '#src/lib/online.ts'
import { formatDay } from '#src/lib/dates.ts'
import { Tag } from '#src/ui/message/tag.tsx'

export interface TrackerCardProps {
  db: UserDatabase
  type: TrackerType
  clock: LocalClock
  entries: readonly DayEntry[]
  /** What is known of the day that an answer would count for. */
  entry: DayEntry | undefined
  /** An answer was given on this card and can no longer be taken back. */
  onAnswered: (type: TrackerType, score: TrackerScore) => void
}

/** One tracker: its question until the day is answered, then the answer, its status and for 6 s the way back. */
export function TrackerCard(props: TrackerCardProps) {
  const { db, type, clock, entries, entry, onAnswered } = props
  const [answeredHere, setAnsweredHere] = useState(false)
  const [given, setGiven] = useState<TrackerScore>()
  const undoable = useIsBefore(entry?.undo?.untilMs)
  const settled = answeredHere && isAnswered(entry) && !undoable
  const onSettled = useEffectEvent(() => {
    if (given !== undefined) onAnswered(type, given)
  })

  // An effect because it is the passing of time that settles an answer.
  useEffect(() => {
    if (settled) onSettled()
  }, [settled])

  function undo(opId: string) {
    setGiven(undefined)
    void undoAnswer(db, opId)
  }

  return (
    <Card className={styles.card}>
      <CardHeader
        title={trackerLabels[type].name()}
        subtitle={trackerQuestion(type, trackerDay(type, clock) !== clock.date)}
      />
      <div className={styles.dots}>
        <DayDots type={type} entries={entries} day={trackerDay(type, clock)} />
      </div>
      <CardBody className={styles.body}>
        {isAnswered(entry) ? (
          <AnsweredToday
            entry={entry}
            today={clock.date}
            given={given}
            undo={undoable ? entry.undo : undefined}
            onUndo={undo}
            takesFocus={answeredHere}
          />
        ) : (
          <AnswerForm
            {...props}
            takesFocus={answeredHere}
            onGiven={(score) => {
              setAnsweredHere(true)
              setGiven(score)
            }}
          />
        )}
      </CardBody>
    </Card>
  )
}

type AnswerFormProps = Pick<TrackerCardProps, 'db' | 'type' | 'entry'> & {
  /** It replaces the answer that was taken back and had the focus. */
  takesFocus: boolean
  onGiven: (score: TrackerScore) => void
}

function AnswerForm({ db, type, entry, takesFocus, onGiven }: AnswerFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [answer, setAnswer] = useState<string>()
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  useDirtyForm(answer !== undefined)

  const onAppear = useEffectEvent(() => {
    if (takesFocus) form.current?.focus({ preventScroll: true })
  })
  // An effect because the form can have the focus only once it is in the page.
  useEffect(() => onAppear(), [])

  async function submit(chosen: string) {
    setBusy(true)
    const outcome = await recordAnswer(db, { type, answer: chosen, undoMs: promptUndoMs })
    setBusy(false)
    if (outcome.status === 'not_saved') return setError(notSavedText(outcome.why))
    const score = trackerScore(type, chosen)
    if (outcome.status === 'saved' && score) onGiven(score)
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (answer === undefined) setError(m.trackers_select_answer())
    else void submit(answer)
  }

  return (
    <form className={styles.form} ref={form} tabIndex={-1} onSubmit={onSubmit}>
      {entry?.state === 'refused' && <RefusedBanner />}
      <ChoiceGroup
        legend={trackerLabels[type].name()}
        hideLegend
        choices={answerChoices(type, 'page')}
        value={answer}
        onChange={(chosen) => {
          tapFeedback()
          setAnswer(chosen)
          setError(undefined)
        }}
        columns={4}
        error={error}
      />
      <Button type="submit" look="secondary" wide busy={busy} aria-label={submitLabel(type)}>
        {m.trackers_submit()}
      </Button>
    </form>
  )
}

/** Four buttons of one word each: the tracker's name makes them differ when they are read aloud. */
function submitLabel(type: TrackerType): string {
  return `${m.trackers_submit()} ${trackerLabels[type].name()}`
}

interface AnsweredTodayProps {
  entry: DayEntry
  today: LocalDate
  /** The score, where the answer was given here just now. */
  given: TrackerScore | undefined
  /** The operation to take back, while that is possible. */
  undo: DayEntry['undo']
  onUndo: (opId: string) => void
  /** It replaces the form that had the focus, which would otherwise be lost with it. */
  takesFocus: boolean
}

/** A warm line, the day's answer, the day it counts for, and whether the server has it. */
function AnsweredToday({ entry, today, given, undo, onUndo, takesFocus }: AnsweredTodayProps) {
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
        <Face emoji={answerEmoji(entry.trackerType, entry.score)} />
      </span>
      {given !== undefined && <p className={styles.warm}>{savedLine(entry.trackerType, given)}</p>}
      <p className={styles.answer}>{answerLine(entry)}</p>
      {!undo && <p className={styles.note}>{alreadyText(entry.day, today)}</p>}
      <p className={styles.note}>{m.trackers_counts_for({ day: formatDay(entry.day) })}</p>
      <div className={styles.status}>
        {undo && (
          <Button look="secondary" size="small" onClick={() => onUndo(undo.opId)}>
            {m.trackers_change()}
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
