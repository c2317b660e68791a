import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { type TrackerType, trackerCatalog } from '#contract/trackers/catalog.ts'
import {
  type TrackerScore,
  questSuggestion,
  type QuestSuggestion,
} from '#contract/trackers/model.ts'
import { refreshResource } from '#src/data/resource.ts'
import { questTitle, useQuestWords } from '#src/features/quests/quest-words.ts'
import { readShelf, shelfResource } from '#src/features/quests/quests-resource.ts'
import { loadHelp, openHelp } from '#src/features/safety/help/help.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { createStore, useStore } from '#src/lib/store.ts'
import { within } from '#src/lib/within.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { currentSession } from '#src/session/session.ts'
import { buttonClass, Button } from '#src/ui/button/button.tsx'
import { QueuedDialog } from '#src/ui/dialog/dialog-queue.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { PartBoundary } from '#src/ui/state/state-message.tsx'
import { trackerLabels } from './tracker-labels.ts'
import styles from './low-answer.module.css'

/** So long the server may take to answer what a dialog waits for, in milliseconds; then the device decides alone. */
export const askBoundMs = 2_000

/** The titles of the quests that are switched on, by id. */
type OpenQuests = ReadonlyMap<number, string>

/** A suggestion with the titles it needs. */
interface Suggested {
  readonly type: TrackerType
  readonly suggestion: QuestSuggestion
  readonly openQuests: OpenQuests
  /** Whether there is somebody in their Circle of Care to write to. */
  readonly knowsSomebody: boolean
}

const suggested = createStore<readonly Suggested[]>([])

/** The first one has been seen. */
function dropSuggestion(): void {
  suggested.set(suggested.get().slice(1))
}

/** Nothing of one person is suggested to the next. */
function dropSuggestions(): void {
  suggested.set([])
}

/** Suggests a quest after a low score; nothing after a better one, and nothing to whoever has logged in since. */
export async function suggestQuest(
  db: UserDatabase,
  type: TrackerType,
  score: TrackerScore,
): Promise<void> {
  const next = await suggestionFor(db, type, score)
  if (next && currentSession()?.user._id === db.userId) suggested.set([...suggested.get(), next])
}

/** What a score suggests, of the quests that are switched on as far as the server can be asked quickly. */
export async function suggestionFor(
  db: UserDatabase,
  type: TrackerType,
  score: TrackerScore,
): Promise<Suggested | undefined> {
  if (score > 2) return undefined
  if (navigator.onLine) {
    await within(askBoundMs, refreshResource(db, shelfResource))
  }
  const [openQuests, friends] = await Promise.all([readOpenQuests(db), db.friends.count()])
  const suggestion = questSuggestion(type, score, openQuests)
  return suggestion && { type, suggestion, openQuests, knowsSomebody: friends > 0 }
}

async function readOpenQuests(db: UserDatabase): Promise<OpenQuests> {
  const shelf = await readShelf(db)
  const playable = shelf.filter(({ open, problem }) => open && problem === undefined)
  return new Map(playable.map(({ id, title }) => [id, title]))
}

/** Loaded with Help now, which is on the device from the first visit. */
const BreathingPacer = lazy(async () => ({ default: (await loadHelp()).BreathingPacer }))

/** Spec 4, letter for letter. */
const strengths: Record<QuestSuggestion['strength'], () => string> = {
  'Highly recommend': m.trackers_suggest_highly,
  Consider: m.trackers_suggest_consider,
}

interface LowAnswerProps {
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

interface LowAnswerOffersProps {
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

/** What is to be suggested, one after the other, over the page that the person is on. */
export function Suggestions() {
  const [first] = useStore(suggested)
  // An effect because the queue is outside React and must not outlive its person.
  useEffect(() => dropSuggestions, [])
  if (!first) return null
  return (
    <QueuedDialog>
      <SuggestionDialog suggested={first} onClose={dropSuggestion} />
    </QueuedDialog>
  )
}

interface SuggestionDialogProps {
  suggested: Suggested
  onClose: () => void
}

/** After a low score, over the page that the person is on: one kind sentence and what could help. */
function SuggestionDialog({ suggested, onClose }: SuggestionDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      placement="sheet"
      emoji="💛"
      title={trackerLabels[suggested.type].low()}
      description={m.trackers_low_offer()}
      actions={
        <Button look="quiet" onClick={onClose}>
          {m.trackers_suggest_later()}
        </Button>
      }
    >
      <LowAnswerOffers suggested={suggested} onClose={onClose} onLeave={onClose} />
    </Dialog>
  )
}
