import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react'
import { daysBetween, type LocalDate } from '#contract/local-date.ts'
import { trackerTypes, type TrackerType } from '#contract/trackers/catalog.ts'
import {
  answerableDay,
  trackerDay,
  trackerScore,
  type TrackerScore,
  promptUndoMs,
} from '#contract/trackers/model.ts'
import { useIsBefore, useLocalClock, type LocalClock } from '#src/data/local-clock.ts'
import { preload, useResource } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatDay } from '#src/lib/dates.ts'
import { useDirtyForm } from '#src/lib/dirty.ts'
import { useAfterPaint } from '#src/lib/draw-later.ts'
import { tapFeedback } from '#src/lib/haptics.ts'
import { useConnection } from '#src/lib/online.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { ChoiceGroup } from '#src/ui/choice/choice.tsx'
import { Face } from '#src/ui/companion/face.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { BackToDashboard } from '#src/ui/nav/back-links.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { answeredNow, CheckInFinish, RefusedBanner } from '../check-in-rows.tsx'
import { entryOn, entriesResource, isAnswered, type DayEntry } from '../entries-resource.ts'
import { suggestQuest } from '../low-answer.tsx'
import { BesideAnswer, DaysBefore, NoteSheets } from '../notes/lazy-parts.tsx'
import { notSavedText, recordAnswer, undoAnswer } from '../record-answer.ts'
import { dotDays, DayDots, AnswersLinks } from '../tracker-charts.tsx'
import {
  answerChoices,
  trackerLabels,
  trackerQuestion,
  alreadyText,
  answerEmoji,
  answerLine,
  savedLine,
  submitLabel,
} from '../tracker-labels.ts'
import styles from './trackers-page.module.css'

/** For the loader of the route. */
export function preloadTrackers(db: UserDatabase): Promise<void> {
  return preload(db, entriesResource, dotDays)
}

export interface TrackersPageProps {
  db: UserDatabase
  /** What a reminder has asked about. */
  asked?: AskedDay | undefined
}

/** A day of one tracker. */
export interface AskedDay {
  readonly type: TrackerType
  readonly day: LocalDate
}

/** A reminder that was tapped after its day had ended, while that day can still be answered. */
function isEarlier({ type, day }: AskedDay, clock: LocalClock): boolean {
  const now = trackerDay(type, clock)
  return day < now && answerableDay(day, now) === 'open' && daysBetween(day, now) < dotDays
}

/** The four trackers of today, with or without a network; past midnight they are open again. */
export function TrackersPage({ db, asked }: TrackersPageProps) {
  const clock = useLocalClock()
  const entries = useResource(db, entriesResource, dotDays).data ?? []
  const settle = (answered: TrackerType, score: TrackerScore) =>
    void suggestQuest(db, answered, score).catch(() => undefined)
  const earlier = asked && isEarlier(asked, clock) ? asked : undefined
  const now = trackerTypes.map((type) => ({ type, day: trackerDay(type, clock) }))
  return (
    <NoteSheets db={db}>
      <PageHeader title={m.trackers_title()} text={m.trackers_text()} back={<BackToDashboard />} />
      <div className={styles.grid}>
        {[...(earlier ? [earlier] : []), ...now].map(({ type, day }, index) => (
          <TrackerCard
            // A new day is a new question: what was chosen for the old one does not slip into it.
            key={`${type} ${day}`}
            db={db}
            type={type}
            day={earlier && index === 0 ? day : undefined}
            clock={clock}
            entries={entries}
            entry={entryOn(entries, type, day)}
            onAnswered={settle}
          />
        ))}
        <CheckInFinish done={answeredNow(entries, clock)} />
        <DaysBefore db={db} entries={entries} clock={clock} />
      </div>
      <AnswersLinks />
    </NoteSheets>
  )
}

export interface TrackerCardProps {
  db: UserDatabase
  type: TrackerType
  clock: LocalClock
  /** The day that is asked about, where that is another one than now counts. */
  day: LocalDate | undefined
  entries: readonly DayEntry[]
  /** What is known of the day that an answer would count for. */
  entry: DayEntry | undefined
  /** An answer was given on this card and can no longer be taken back, or the card is left. */
  onAnswered: (type: TrackerType, score: TrackerScore) => void
}

/** One tracker: its question until the day is answered, then the answer, its status and for 6 s the way back. */
function TrackerCard(props: TrackerCardProps) {
  const { db, type, clock, entries, entry, onAnswered } = props
  const day = props.day ?? trackerDay(type, clock)
  const [answeredHere, setAnsweredHere] = useState(false)
  const [given, setGiven] = useState<TrackerScore>()
  const untold = useRef<TrackerScore>(undefined)
  const undoable = useIsBefore(entry?.undo?.untilMs)
  const settled = answeredHere && isAnswered(entry) && !undoable
  const tell = useEffectEvent(() => {
    if (untold.current !== undefined) onAnswered(type, untold.current)
    untold.current = undefined
  })

  // An effect because it is the passing of time that settles an answer.
  useEffect(() => {
    if (settled) tell()
  }, [settled])

  // An effect because the card ends with its page, and with its day.
  useEffect(() => () => tell(), [])

  function keep(score: TrackerScore | undefined) {
    setGiven(score)
    untold.current = score
  }

  async function undo(opId: string) {
    if (await undoAnswer(db, opId)) keep(undefined)
  }

  return (
    <Card className={styles.card}>
      <CardHeader
        title={trackerLabels[type].name()}
        subtitle={
          props.day
            ? m.trackers_question_for({ day: formatDay(day) })
            : trackerQuestion(type, day !== clock.date)
        }
      />
      <div className={styles.dots}>
        <DayDots type={type} entries={entries} day={day} />
      </div>
      <CardBody className={styles.body}>
        {isAnswered(entry) ? (
          <AnsweredToday
            entry={entry}
            today={clock.date}
            given={given}
            undo={undoable ? entry.undo : undefined}
            onUndo={(opId) => void undo(opId)}
            takesFocus={answeredHere}
          />
        ) : (
          <AnswerForm
            {...props}
            takesFocus={answeredHere}
            onGiven={(score) => {
              setAnsweredHere(score !== undefined)
              keep(score)
            }}
          />
        )}
        {isAnswered(entry) && <BesideAnswer db={db} type={type} day={day} />}
      </CardBody>
    </Card>
  )
}

type AnswerFormProps = Pick<TrackerCardProps, 'db' | 'type' | 'day' | 'entry'> & {
  /** It replaces the answer that was taken back and had the focus. */
  takesFocus: boolean
  /** At the tap, since the page may be left while the answer is saved; undefined where it was not. */
  onGiven: (score: TrackerScore | undefined) => void
}

function AnswerForm({ db, type, day, entry, takesFocus, onGiven }: AnswerFormProps) {
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
    onGiven(trackerScore(type, chosen))
    const outcome = await recordAnswer(db, { type, answer: chosen, day, undoMs: promptUndoMs })
    setBusy(false)
    if (outcome.status !== 'saved') onGiven(undefined)
    if (outcome.status === 'not_saved') setError(notSavedText(outcome.why))
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
      <Button type="submit" look="secondary" wide busy={busy} aria-label={submitLabel(type, day)}>
        {m.trackers_submit()}
      </Button>
    </form>
  )
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

/** The first date in words costs a slow phone a tenth of a second: its line is kept free until the page stands. */
function CountsFor({ day }: { day: LocalDate }) {
  const text = useAfterPaint() ? m.trackers_counts_for({ day: formatDay(day) }) : '\u00a0'
  return <p className={styles.note}>{text}</p>
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
      <CountsFor day={entry.day} />
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
