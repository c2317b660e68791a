import { useState } from 'react'
import { trackerScore } from '#contract/trackers/model.ts'
import { suggestQuest } from '#src/features/trackers/prompts/suggestion-queue.ts'
import { takeTrial } from '#src/features/trial/take-over.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Button } from '#src/ui/button/button.tsx'
import { QueuedDialog } from '#src/ui/dialog/dialog-queue.tsx'
import { Sheet } from '#src/ui/dialog/sheet.tsx'
import { Banner } from '#src/ui/message/banner.tsx'
import { MoodCard, type GivenMood } from './mood-card.tsx'
import { QuestCard } from './quest-card.tsx'
import { Face } from '#src/ui/companion/face.tsx'
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
      {state === 'failed' && (
        <Banner tone="danger" announced>
          {m.welcome_trial_failed()}
        </Banner>
      )}
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
