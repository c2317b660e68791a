import { useState, type FormEvent, type ReactNode } from 'react'
import {
  trackerDay,
  trackerScore,
  type TrackerScore,
  type TrackerType,
} from '#contract/trackers/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useDirtyForm } from '#src/lib/dirty.ts'
import type { UserDatabase } from '#src/offline/database.ts'
import { Button } from '#src/ui/button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card.tsx'
import { ChoiceGroup } from '#src/ui/choice-group.tsx'
import { answerChoices } from './answer-face.ts'
import { AnsweredToday } from './answered-today.tsx'
import { isAnswered, type DayEntry } from './day-entry.ts'
import type { LocalClock } from './local-clock.ts'
import { notKeptText } from './not-kept-text.ts'
import { recordAnswer } from './record-answer.ts'
import { trackerName, trackerQuestion } from './tracker-words.ts'
import styles from './tracker-card.module.css'

export interface TrackerCardProps {
  db: UserDatabase
  type: TrackerType
  clock: LocalClock
  /** What is known of the day that an answer would count for. */
  entry: DayEntry | undefined
  /** An answer was just given on this card. */
  onAnswered: (type: TrackerType, score: TrackerScore) => void
  /** The way to the not-sent screen, shown beside a refused answer. */
  refusedLink: ReactNode
}

/** One tracker: its question until the day is answered, then the answer and where it stands. */
export function TrackerCard(props: TrackerCardProps) {
  const { type, clock, entry } = props
  const [answeredHere, setAnsweredHere] = useState(false)
  function onAnswered(answered: TrackerType, score: TrackerScore) {
    setAnsweredHere(true)
    props.onAnswered(answered, score)
  }
  return (
    <Card className={styles.card}>
      <CardHeader
        title={trackerName[type]()}
        subtitle={trackerQuestion(type, trackerDay(type, clock) !== clock.date)}
      />
      <CardBody className={styles.body}>
        {isAnswered(entry) ? (
          <AnsweredToday entry={entry} takesFocus={answeredHere} />
        ) : (
          <AnswerForm {...props} onAnswered={onAnswered} />
        )}
      </CardBody>
    </Card>
  )
}

function AnswerForm({ db, type, entry, onAnswered, refusedLink }: TrackerCardProps) {
  const [answer, setAnswer] = useState<string>()
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  useDirtyForm(answer !== undefined)

  async function submit(chosen: string) {
    setBusy(true)
    const outcome = await recordAnswer(db, { type, answer: chosen })
    setBusy(false)
    if (outcome.status === 'not_kept') return setError(notKeptText(outcome.why))
    const score = trackerScore(type, chosen)
    if (outcome.status === 'kept' && score) onAnswered(type, score)
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (answer === undefined) setError(m.trackers_select_answer())
    else void submit(answer)
  }

  return (
    <form className={styles.form} onSubmit={onSubmit}>
      {entry?.state === 'refused' && refusedLink}
      <ChoiceGroup
        legend={trackerName[type]()}
        hideLegend
        choices={answerChoices(type, 'page')}
        value={answer}
        onChange={(chosen) => {
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

/** Four buttons of one word each: the tracker's name tells them apart when they are read aloud. */
function submitLabel(type: TrackerType): string {
  return `${m.trackers_submit()} ${trackerName[type]()}`
}
