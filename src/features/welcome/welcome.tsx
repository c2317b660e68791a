import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { trackerScore, trackerDay, promptUndoMs } from '#contract/trackers/model.ts'
import { useLocalClock, useIsBefore } from '#src/data/local-clock.ts'
import { useLive, useStored } from '#src/data/resource.ts'
import { readPlayedRows, lastPlayedDays } from '#src/features/quests/played.ts'
import { minutesFor } from '#src/features/quests/quest-labels.tsx'
import { cardIn, useQuestWords } from '#src/features/quests/quest-words.ts'
import { readShelf, type ShelfQuest } from '#src/features/quests/quests-resource.ts'
import { openHelp } from '#src/features/safety/help/help.tsx'
import { entryOn, isAnswered, entriesResource } from '#src/features/trackers/entries-resource.ts'
import { suggestQuest } from '#src/features/trackers/low-answer.tsx'
import { notSavedText, recordAnswer } from '#src/features/trackers/record-answer.ts'
import { answerChoices, savedLine, trackerLabels } from '#src/features/trackers/tracker-labels.ts'
import { takeTrial } from '#src/features/trial/trial-store.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { deleteOp } from '#src/offline/engine/outbox.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Button, buttonClass } from '#src/ui/button/button.tsx'
import { ChoiceButtons } from '#src/ui/choice/choice.tsx'
import { Face } from '#src/ui/companion/face.tsx'
import { QueuedDialog } from '#src/ui/dialog/dialog-queue.tsx'
import { Sheet } from '#src/ui/dialog/dialog.tsx'
import { FailureBanner } from '#src/ui/message/banner.tsx'
import styles from './welcome.module.css'

export interface WelcomeProps {
  db: UserDatabase
  /** Somebody new gets the three cards. */
  isNew: boolean
  /** Whether to ask if the answers that a visitor left on this phone are theirs. */
  asks: boolean
  onEnd: () => void
}

type CardId = 'trial' | 'who' | 'mood' | 'quest'

const welcomeCards: readonly CardId[] = ['who', 'mood', 'quest']

/** A first login: who sees what, a first mood, a first quest. Skipped at any moment, and nothing of it comes back. */
export function Welcome({ db, isNew, asks, onEnd }: WelcomeProps) {
  const cards = [...(asks ? (['trial'] as const) : []), ...(isNew ? welcomeCards : [])]
  const [at, setAt] = useState(0)
  const [mood, setMood] = useState<GivenMood>()
  const card = cards[at]
  if (!card) return null
  const last = at === cards.length - 1

  /** What a low mood suggests comes when its person does not play right now. */
  function end(playing = false) {
    const score = mood && trackerScore('Mood', mood.answer)
    if (score && !playing) void suggestQuest(db, 'Mood', score).catch(() => undefined)
    onEnd()
  }
  const next = () => (last ? end() : setAt(at + 1))
  const welcomeAt = welcomeCards.indexOf(card)
  return (
    <QueuedDialog key={card}>
      <Sheet
        open
        onClose={() => end()}
        title={titles[card]()}
        {...(welcomeAt >= 0 && {
          description: m.welcome_step({ at: welcomeAt + 1, count: welcomeCards.length }),
        })}
        {...(card === 'trial'
          ? {}
          : {
              actions: (
                <>
                  {!last && <Button onClick={next}>{m.welcome_next()}</Button>}
                  <Button look="quiet" onClick={() => end()}>
                    {last ? m.welcome_not_today() : m.welcome_skip()}
                  </Button>
                </>
              ),
            })}
      >
        {card === 'trial' && <TrialCard db={db} onDone={next} />}
        {card === 'who' && <WhoCard />}
        {card === 'mood' && <MoodCard db={db} given={mood} onGiven={setMood} />}
        {card === 'quest' && <QuestCard db={db} onPlay={() => end(true)} />}
      </Sheet>
    </QueuedDialog>
  )
}

const titles: Record<CardId, () => string> = {
  trial: m.welcome_trial_title,
  who: m.welcome_who_title,
  mood: m.welcome_mood_title,
  quest: m.welcome_quest_title,
}

/**
 * Answers on this phone may be somebody else's: nobody gets them without being asked, and nothing of them is shown
 * before that.
 */
function TrialCard({ db, onDone }: { db: UserDatabase; onDone: () => void }) {
  const [state, setState] = useState<'asking' | 'taking' | 'failed'>('asking')

  async function take() {
    setState('taking')
    try {
      await takeTrial(db, Date.now())
      onDone()
    } catch {
      setState('failed')
    }
  }

  return (
    <>
      <p>{m.welcome_trial_text()}</p>
      <p className={styles.quiet}>{m.welcome_trial_other()}</p>
      <FailureBanner text={state === 'failed' && m.welcome_trial_failed()} />
      <div className={styles.choices}>
        <Button busy={state === 'taking'} onClick={() => void take()}>
          {state === 'failed' ? m.ui_retry() : m.welcome_trial_yes()}
        </Button>
        <Button look="secondary" onClick={onDone}>
          {/* A yes that was noted is kept: the next start goes on with it. */}
          {state === 'failed' ? m.trial_later() : m.welcome_trial_no()}
        </Button>
      </div>
    </>
  )
}

const circles = [
  ['🔒', m.welcome_who_you, m.welcome_who_you_text],
  ['🤝', m.welcome_who_circle, m.welcome_who_circle_text],
  ['🌙', m.welcome_who_others, m.welcome_who_others_text],
] as const

function WhoCard() {
  return (
    <ul className={styles.circles}>
      {circles.map(([emoji, title, text]) => (
        <li key={emoji}>
          <span aria-hidden="true">
            <Face emoji={emoji} />
          </span>
          <div>
            <h3>{title()}</h3>
            <p>{text()}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** A mood that was given here and can be changed for a few seconds. */
interface GivenMood {
  readonly answer: string
  readonly opId: string
  readonly untilMs: number
}

export interface MoodCardProps {
  db: UserDatabase
  given: GivenMood | undefined
  /** Undefined where the one from before is gone and none has come in its place. */
  onGiven: (mood: GivenMood | undefined) => void
}

/** The first mood: one tap saves it, with or without a network. */
function MoodCard({ db, given, onGiven }: MoodCardProps) {
  const clock = useLocalClock()
  const entries = useStored(db, entriesResource, 1) ?? []
  const entry = entryOn(entries, 'Mood', trackerDay('Mood', clock))
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const changeable = useIsBefore(given?.untilMs)
  const answer = given?.answer ?? (isAnswered(entry) ? entry.answer : undefined)

  const score = answer === undefined ? undefined : trackerScore('Mood', answer)

  async function save(chosen: string) {
    // Another tab may have sent the one from before: then that one counts.
    if (given && (await deleteOp(db, given.opId)) === 'sending') return undefined
    const outcome = await recordAnswer(db, { type: 'Mood', answer: chosen, undoMs: promptUndoMs })
    if (outcome.status === 'not_saved') {
      onGiven(undefined)
      return notSavedText(outcome.why)
    }
    if (outcome.status === 'saved') {
      onGiven({ answer: chosen, opId: outcome.opId, untilMs: Date.now() + promptUndoMs })
    }
    return undefined
  }

  async function choose(chosen: string) {
    if (busy || chosen === answer) return
    setBusy(true)
    try {
      setFailure(await save(chosen))
    } catch {
      setFailure(notSavedText('failed'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <FailureBanner text={failure} />
      <ChoiceButtons
        legend={trackerLabels.Mood.question()}
        choices={answerChoices('Mood', 'page')}
        chosen={answer ?? ''}
        onChoose={(chosen) => void choose(chosen)}
        columns={4}
        disabled={answer !== undefined && !changeable}
      />
      <output className={styles.warm}>{score && savedLine('Mood', score)}</output>
      {score && score <= 2 && (
        <div className={styles.said}>
          <p>{trackerLabels.Mood.low()}</p>
          <Button look="secondary" icon="heart" onClick={openHelp}>
            {m.safety_open()}
          </Button>
        </div>
      )}
    </>
  )
}

/** One short quest about nothing that hurts; where none is open or all were played, the way to them is shown later. */
function QuestCard({ db, onPlay }: { db: UserDatabase; onPlay: () => void }) {
  const quest = useLive(db, () => firstQuest(db))
  const speech = useQuestWords()
  if (!quest) return <p>{m.welcome_quest_later()}</p>
  const { title, description, tongue } = cardIn(speech, quest)
  return (
    <>
      <h3 {...tongue}>{title}</h3>
      <p {...tongue}>{description}</p>
      <p className={styles.quiet}>
        {m.quests_challenges({ count: quest.count })} ·{' '}
        {m.quests_minutes({ minutes: minutesFor(quest.count) })}
      </p>
      <Link
        className={buttonClass({ wide: true })}
        to="/surveys/$questId"
        params={{ questId: String(quest.id) }}
        onClick={onPlay}
      >
        {m.quests_start()}
      </Link>
    </>
  )
}

/** The shortest that is open, not sensitive and not played yet. */
async function firstQuest(db: UserDatabase): Promise<ShelfQuest | undefined> {
  const [shelf, played] = await Promise.all([readShelf(db), readPlayedRows(db)])
  const done = lastPlayedDays(played)
  return shelf
    .filter(({ id, open, problem, sensitive }) => {
      return open && problem === undefined && !sensitive && !done.has(id)
    })
    .toSorted((a, b) => a.count - b.count)[0]
}
