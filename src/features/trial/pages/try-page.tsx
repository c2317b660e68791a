import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { trackerCatalog } from '#contract/trackers/catalog.ts'
import { trackerDay, trackerScore } from '#contract/trackers/model.ts'
import { clockAt } from '#src/data/local-clock.ts'
import { openHelp } from '#src/features/safety/help/help.tsx'
import {
  answerChoices,
  answerEmoji,
  savedLine,
  trackerLabels,
} from '#src/features/trackers/tracker-labels.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { createStore, useStore } from '#src/lib/store.ts'
import { buttonClass, Button } from '#src/ui/button/button.tsx'
import { Card } from '#src/ui/card/card.tsx'
import { ChoiceButtons } from '#src/ui/choice/choice.tsx'
import { Face } from '#src/ui/companion/face.tsx'
import { FailureBanner } from '#src/ui/message/banner.tsx'
import { BackHome } from '#src/ui/nav/back-links.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { Skeleton } from '#src/ui/state/loading.tsx'
import { PartBoundary } from '#src/ui/state/state-message.tsx'
import {
  newAnswerId,
  dropTrial,
  hasAnswers,
  saveMood,
  trialDaysLeft,
  trialDaysMax,
  type Trial,
  readTrial,
} from '../trial-store.ts'
import styles from '../trial.module.css'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The face that was tapped on the landing page. */
    mood?: string
  }
}

const TrialQuest = lazy(async () => ({
  default: (await import('../trial-quest.tsx')).TrialQuest,
}))

/** A first mood and a first quest, kept on this phone until their person registers or a week is over. */
export function TryPage() {
  const { trial, daysLeft, failed } = useTrial()
  const [playing, setPlaying] = useState(false)
  const navigate = useNavigate()
  const tapped = useLocation({ select: ({ state }) => state.mood })

  const onTapped = useEffectEvent((mood: string) => {
    if (trackerCatalog.Mood.answers.some((answer) => answer === mood)) choose(mood)
    void navigate({ to: '/try', state: {}, replace: true })
  })
  // An effect because the tap was made on the page before: it is answered here once, and forgotten by the history.
  useEffect(() => {
    if (tapped !== undefined) onTapped(tapped)
  }, [tapped])

  if (playing) {
    return (
      <PartBoundary>
        <Suspense fallback={<Skeleton shape="card" count={2} />}>
          <TrialQuest
            begun={trial?.draft}
            onLeave={() => {
              setPlaying(false)
              showTrial()
            }}
          />
        </Suspense>
      </PartBoundary>
    )
  }
  return (
    <>
      <PageHeader
        title={m.trial_title()}
        text={m.trial_text({ days: daysLeft })}
        back={<BackHome />}
      />
      <FailureBanner text={failed && m.trial_not_kept()} />
      <MoodCard mood={trial?.mood?.answer.answer} onChoose={choose} />
      <QuestCard trial={trial} onPlay={() => setPlaying(true)} />
      {trial && hasAnswers(trial) && (
        <KeepCard
          leads={trial.quest !== undefined}
          daysLeft={daysLeft}
          onDrop={() => {
            dropTrial()
            showTrial()
          }}
        />
      )}
    </>
  )
}

function choose(answer: string): void {
  const nowMs = Date.now()
  const date = trackerDay('Mood', clockAt(nowMs))
  showTrial(saveMood(answer, { nowMs, date, opId: newAnswerId() }))
}

interface MoodCardProps {
  mood: string | undefined
  onChoose: (answer: string) => void
}

/** One tap answers; another face changes the answer. */
function MoodCard({ mood, onChoose }: MoodCardProps) {
  const score = mood === undefined ? undefined : trackerScore('Mood', mood)
  return (
    <Card className={styles.card}>
      <output className={styles.said}>
        {score && (
          <>
            <span className={styles.face} aria-hidden="true">
              <Face emoji={answerEmoji('Mood', score)} />
            </span>
            <span className={styles.warm}>{savedLine('Mood', score)}</span>
          </>
        )}
      </output>
      {score && score <= 2 && (
        <div className={styles.actions}>
          <p>{trackerLabels.Mood.low()}</p>
          <Button look="secondary" icon="heart" onClick={openHelp}>
            {m.safety_open()}
          </Button>
        </div>
      )}
      <ChoiceButtons
        legend={score ? m.trial_change() : trackerLabels.Mood.question()}
        choices={answerChoices('Mood', 'page')}
        chosen={mood}
        onChoose={onChoose}
        columns={4}
      />
    </Card>
  )
}

/** The one quest that is offered without an account. */
function QuestCard({ trial, onPlay }: { trial: Trial | undefined; onPlay: () => void }) {
  if (trial?.quest) {
    return (
      <Card className={styles.card} tint="mint">
        <h2>{m.trial_quest_done_title()}</h2>
        <p>{m.trial_quest_done_text()}</p>
      </Card>
    )
  }
  return (
    <Card className={styles.card} tint="sun">
      <h2>{m.trial_quest_title()}</h2>
      <p>{m.trial_quest_text()}</p>
      <Button look={trial?.mood ? 'primary' : 'secondary'} onClick={onPlay}>
        {trial?.draft ? m.trial_quest_go_on() : m.trial_quest_start()}
      </Button>
    </Card>
  )
}

interface KeepCardProps {
  /** Nothing else is left to do. */
  leads: boolean
  daysLeft: number
  onDrop: () => void
}

/** Says where the answers are, and leads on to an account or to none of them. */
function KeepCard({ leads, daysLeft, onDrop }: KeepCardProps) {
  return (
    <Card className={styles.card} tint="lilac">
      <h2>{m.trial_keep_title()}</h2>
      <p>{m.trial_keep_text({ days: daysLeft })}</p>
      <div className={styles.actions}>
        <Link className={buttonClass({ look: leads ? 'primary' : 'secondary' })} to="/register">
          {m.trial_register()}
        </Link>
        <Button look="quiet" icon="trash" onClick={onDrop}>
          {m.trial_drop()}
        </Button>
      </div>
    </Card>
  )
}

/** What this phone holds of a visitor, as the page shows it. */
interface ShownTrial {
  readonly trial: Trial | undefined
  /** In about how many days it is gone. */
  readonly daysLeft: number
  /** The last change was not stored. */
  readonly failed: boolean
}

const shown = createStore<ShownTrial>({
  trial: undefined,
  daysLeft: trialDaysMax,
  failed: false,
})

function useTrial(): ShownTrial {
  // An effect because the phone's storage is outside React, and another tab or the end of a week changes it.
  useEffect(() => showTrial(), [])
  return useStore(shown)
}

/** Reads it again, after a change and what came of it. */
function showTrial(outcome: 'saved' | 'not_saved' = 'saved'): void {
  const nowMs = Date.now()
  const trial = readTrial(nowMs)
  shown.set({ trial, daysLeft: trialDaysLeft(trial, nowMs), failed: outcome === 'not_saved' })
}
