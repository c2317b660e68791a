import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { trackerCatalog, type TrackerType } from '#contract/trackers/catalog.ts'
import type { TrackerScore } from '#contract/trackers/model.ts'
import type { QuestSuggestion } from '#contract/trackers/prompts.ts'
import { questTitle, useQuestWords } from '#src/features/quests/quest-words.ts'
import { loadHelp, openHelp } from '#src/features/safety/help/help.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { Button } from '#src/ui/button/button.tsx'
import { PartBoundary } from '#src/ui/state/part-boundary.tsx'
import styles from './low-answer.module.css'
import { suggestionFor, type Suggested } from './prompts/suggestion-queue.ts'
import { trackerLabels } from './tracker-labels.ts'

/** Loaded with Help now, which is on the device from the first visit. */
const BreathingPacer = lazy(async () => ({ default: (await loadHelp()).BreathingPacer }))

/** Spec 4, letter for letter. */
const strengths: Record<QuestSuggestion['strength'], () => string> = {
  'Highly recommend': m.trackers_suggest_highly,
  Consider: m.trackers_suggest_consider,
}

export interface LowAnswerProps {
  db: UserDatabase
  type: TrackerType
  score: TrackerScore
  /** A link leads to another page. */
  onLeave: (() => void) | undefined
}

/** What follows a low answer on the page itself, until the person says 'Not today'. */
export function LowAnswer({ db, type, score, onLeave }: LowAnswerProps) {
  const [suggested, setSuggested] = useState<Suggested>()
  const [wanted, setWanted] = useState(true)

  // An effect because the server may be asked which quests are switched on.
  useEffect(() => {
    let over = false
    suggestionFor(db, type, score)
      .then((found) => !over && setSuggested(found))
      // A database that does not answer offers nothing; Help now is in the header all the same.
      .catch(() => undefined)
    return () => {
      over = true
    }
  }, [db, type, score])

  if (!suggested || !wanted) return null
  const close = () => setWanted(false)
  return (
    <div className={styles.panel}>
      <div>
        <p className={styles.kind}>{trackerLabels[type].low()}</p>
        <p>{m.trackers_low_offer()}</p>
      </div>
      <LowAnswerOffers suggested={suggested} onClose={close} onLeave={onLeave ?? close} />
      <Button look="quiet" size="small" onClick={close}>
        {m.trackers_suggest_later()}
      </Button>
    </div>
  )
}

export interface LowAnswerOffersProps {
  suggested: Suggested
  /** Help now opens over the page. */
  onClose: () => void
  /** A link leads to another page. */
  onLeave: () => void
}

/** After a low answer: a breath, somebody to talk to, and the quest that may help. Always an offer, never a diagnosis. */
export function LowAnswerOffers({ suggested, onClose, onLeave }: LowAnswerOffersProps) {
  useQuestWords()
  const { type, suggestion, openQuests, knowsSomebody } = suggested
  const [breathing, setBreathing] = useState(false)
  const lowest = suggestion.strength === 'Highly recommend'
  const help =
    !knowsSomebody ||
    suggestion.offer === 'help' ||
    (lowest && trackerCatalog[type].lowestOffersHelp)
  return (
    <div className={styles.offers}>
      {breathing && (
        <PartBoundary title={null}>
          <Suspense>
            <BreathingPacer atOnce />
          </Suspense>
        </PartBoundary>
      )}
      <div className={styles.now}>
        {!breathing && (
          <Button look="secondary" onClick={() => setBreathing(true)}>
            {m.trackers_low_breathe()}
          </Button>
        )}
        {knowsSomebody && (
          <Link className={buttonClass({ look: 'secondary' })} to="/chats" onClick={onLeave}>
            {m.trackers_low_talk()}
          </Link>
        )}
        {help && (
          <Button
            look="secondary"
            icon="heart"
            onClick={() => {
              onClose()
              openHelp()
            }}
          >
            {m.safety_open()}
          </Button>
        )}
      </div>
      <div className={styles.quests}>
        <p>
          {suggestion.questIds.length > 0 && (
            <strong className={styles.strength}>{strengths[suggestion.strength]()}</strong>
          )}
          {reasonOf(suggested)}
        </p>
        {suggestion.questIds.map((questId) => (
          <Link
            key={questId}
            className={buttonClass({ look: 'secondary', wide: true })}
            to="/surveys/$questId"
            params={{ questId: String(questId) }}
            onClick={onLeave}
          >
            {questTitle(questId) ?? openQuests.get(questId) ?? String(questId)}
          </Link>
        ))}
      </div>
    </div>
  )
}

function reasonOf({ type, suggestion: { offer } }: Suggested): string {
  switch (offer) {
    case 'related':
      return trackerLabels[type].suggestion()
    case 'other':
      return m.trackers_suggest_text_other()
    case 'help':
      return m.trackers_suggest_text_help()
  }
}
