import { Link } from '@tanstack/react-router'
import { useId, useRef, useState } from 'react'
import type { LocalDate } from '#contract/local-date.ts'
import { trackerTypes, type TrackerType } from '#contract/trackers/catalog.ts'
import {
  trackerDay,
  trackerScore,
  type TrackerScore,
  promptUndoMs,
} from '#contract/trackers/model.ts'
import { useIsBefore, useLocalClock, type LocalClock } from '#src/data/local-clock.ts'
import { useStored } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatDay } from '#src/lib/dates.ts'
import { useConnection } from '#src/lib/online.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { Face } from '#src/ui/companion/face.tsx'
import { useFocusOnArrival } from '#src/ui/focus.ts'
import { Banner, FailureBanner } from '#src/ui/message/banner.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { entryOn, isAnswered, type DayEntry, entriesResource } from './entries-resource.ts'
import { LowAnswer } from './low-answer.tsx'
import { BesideAnswer, NoteSheets } from './notes/lazy-parts.tsx'
import { notSavedText, recordAnswer, undoAnswer } from './record-answer.ts'
import { DayDots, dotDays } from './tracker-charts.tsx'
import {
  alreadyText,
  answerChoices,
  answerEmoji,
  answerLine,
  savedLine,
  trackerLabels,
  trackerQuestion,
} from './tracker-labels.ts'
import styles from './check-in-rows.module.css'

export interface CheckInRowsProps {
  db: UserDatabase
  /** A link in them leads to another page: a sheet that holds them closes. */
  onLeave?: () => void
}

/**
 * The four trackers, each answered with one tap at any hour and without a network; the hours of the spec are those in
 * which a prompt asks by itself. What the server has beside this device comes with whoever refreshes the entries.
 */
export function CheckInRows({ db, onLeave }: CheckInRowsProps) {
  const clock = useLocalClock()
  const entries = useStored(db, entriesResource, dotDays) ?? []
  const done = answeredNow(entries, clock)
  return (
    <NoteSheets db={db}>
      <div className={styles.rows}>
        <p className={styles.progress}>
          {m.trackers_check_in_progress({ done, all: trackerTypes.length })}
        </p>
        {trackerTypes.map((type, index) => {
          const day = trackerDay(type, clock)
          return (
            <CheckInRow
              // A new day is a new question.
              key={`${type} ${day}`}
              db={db}
              type={type}
              clock={clock}
              entries={entries}
              entry={entryOn(entries, type, day)}
              lead={index === 0}
              onLeave={onLeave}
            />
          )
        })}
        <CheckInFinish done={done} />
      </div>
    </NoteSheets>
  )
}

/** A small finish after four of four; it is read aloud when it comes. */
export function CheckInFinish({ done }: { done: number }) {
  return (
    <output className={styles.finish}>
      {done === trackerTypes.length && (
        <p className={styles.done}>
          <span className={styles.party} aria-hidden="true">
            <Face emoji="🎉" />
          </span>
          {m.trackers_check_in_done()}
        </p>
      )}
    </output>
  )
}

/** How many of the four are answered for the day that each counts for now. */
export function answeredNow(entries: readonly DayEntry[], clock: LocalClock): number {
  return trackerTypes.filter((type) => isAnswered(entryOn(entries, type, trackerDay(type, clock))))
    .length
}

export interface CheckInRowProps {
  db: UserDatabase
  type: TrackerType
  clock: LocalClock
  /** The day that is asked about, where that is another one than now counts. */
  day?: LocalDate
  entries: readonly DayEntry[]
  /** What is known of the day that an answer would count for. */
  entry: DayEntry | undefined
  /** Drawn larger: the first thing to answer. */
  lead: boolean
  onLeave: (() => void) | undefined
}

/** One tracker: four faces until the day is answered, then what the answer gives back. */
export function CheckInRow(props: CheckInRowProps) {
  const { db, type, clock, entries, entry, lead, onLeave } = props
  const id = useId()
  /** What was given here and not taken back; unset on later visits. */
  const [given, setGiven] = useState<TrackerScore>()
  const [touched, setTouched] = useState(false)
  const [failure, setFailure] = useState<string>()
  const saving = useRef(false)
  const day = props.day ?? trackerDay(type, clock)
  const question = props.day
    ? m.trackers_question_for({ day: formatDay(day) })
    : trackerQuestion(type, day !== clock.date)

  async function choose(answer: string) {
    // The second half of a double tap.
    if (saving.current) return
    saving.current = true
    const outcome = await recordAnswer(db, { type, answer, day, undoMs: promptUndoMs })
    saving.current = false
    if (outcome.status === 'not_saved') return setFailure(notSavedText(outcome.why))
    setFailure(undefined)
    setTouched(true)
    if (outcome.status === 'saved') setGiven(trackerScore(type, answer))
  }

  async function change(opId: string) {
    if (await undoAnswer(db, opId)) setGiven(undefined)
  }

  return (
    <section className={styles.row} data-lead={lead} aria-labelledby={id}>
      <header className={styles.head}>
        <h3 id={id} className={styles.name}>
          {trackerLabels[type].name()}
        </h3>
        {!props.day && <DayDots type={type} entries={entries} day={day} />}
      </header>
      {entry?.state === 'refused' && <RefusedBanner onLeave={onLeave} />}
      <FailureBanner text={failure} />
      {isAnswered(entry) ? (
        <Answered
          entry={entry}
          today={clock.date}
          given={given}
          onChange={(opId) => void change(opId)}
          takesFocus={touched}
        />
      ) : (
        <Faces
          type={type}
          question={question}
          takesFocus={touched}
          onChoose={(answer) => void choose(answer)}
        />
      )}
      {isAnswered(entry) && given !== undefined && given <= 2 && (
        <LowAnswer db={db} type={type} score={given} onLeave={onLeave} />
      )}
      {isAnswered(entry) && <BesideAnswer db={db} type={type} day={day} onLeave={onLeave} />}
    </section>
  )
}

interface FacesProps {
  type: TrackerType
  question: string
  /** They replace the answer that was taken back and had the focus. */
  takesFocus: boolean
  onChoose: (answer: string) => void
}

/** The question and its four answers: one tap saves. */
function Faces({ type, question, takesFocus, onChoose }: FacesProps) {
  const group = useFocusOnArrival<HTMLFieldSetElement>(takesFocus)
  return (
    <fieldset className={styles.asked} ref={group} tabIndex={-1}>
      <legend className={styles.question}>{question}</legend>
      <div className={styles.faces}>
        {answerChoices(type, 'page').map(({ value, label, emoji, hint }) => (
          <button key={value} type="button" className={styles.face} onClick={() => onChoose(value)}>
            <span className={styles.drawing} aria-hidden="true">
              <Face emoji={emoji ?? ''} />
            </span>
            <span>
              {label}
              {hint && <VisuallyHidden> {hint}</VisuallyHidden>}
            </span>
          </button>
        ))}
      </div>
    </fieldset>
  )
}

interface AnsweredProps {
  entry: DayEntry
  today: DayEntry['day']
  /** The score, where the answer was given here just now. */
  given: TrackerScore | undefined
  onChange: (opId: string) => void
  /** It replaces the faces that had the focus. */
  takesFocus: boolean
}

/** The answer: a warm line first; that the day is answered follows once the answer can no longer be changed. */
function Answered({ entry, today, given, onChange, takesFocus }: AnsweredProps) {
  const { trackerType, score, state } = entry
  const panel = useFocusOnArrival<HTMLDivElement>(takesFocus)
  const changeable = useIsBefore(entry.undo?.untilMs)
  const undo = changeable ? entry.undo : undefined
  const online = useConnection() === 'online'
  return (
    <div className={styles.answered} ref={panel} tabIndex={-1}>
      <span className={styles.drawing} aria-hidden="true">
        <Face emoji={answerEmoji(trackerType, score)} />
      </span>
      <div className={styles.words}>
        {given !== undefined && <p>{savedLine(trackerType, given)}</p>}
        <p className={styles.answer}>{answerLine(entry)}</p>
        {!undo && <p className={styles.note}>{alreadyText(entry.day, today)}</p>}
        {state === 'waiting' && !(undo && online) && (
          <Tag tone="warn" icon="clock">
            {m.trackers_state_waiting()}
          </Tag>
        )}
      </div>
      {undo && (
        <Button
          look="secondary"
          size="small"
          aria-label={m.trackers_change_of({ tracker: trackerLabels[trackerType].name() })}
          onClick={() => onChange(undo.opId)}
        >
          {m.trackers_change()}
        </Button>
      )}
    </div>
  )
}

/** Today's check-in, answered where it stands. */
export function CheckInCard({ db }: { db: UserDatabase }) {
  return (
    <Card>
      <CardHeader title={m.trackers_check_in_title()} />
      <CardBody className={styles.body}>
        <CheckInRows db={db} />
      </CardBody>
    </Card>
  )
}

/** An answer was refused: the not-sent screen has it. */
export function RefusedBanner({ onLeave }: { onLeave?: (() => void) | undefined }) {
  const why = (
    <Link to="/not-sent" onClick={onLeave}>
      {m.trackers_refused_link()}
    </Link>
  )
  return (
    <Banner tone="danger" action={why}>
      {m.trackers_state_refused()}
    </Banner>
  )
}
