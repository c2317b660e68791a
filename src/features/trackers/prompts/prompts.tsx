import { useRouter, Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { promptDelayMs, type QuestSuggestion } from '#contract/trackers/prompts.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { openHelp } from '#src/features/safety/help/help-state.ts'
import { QueuedDialog, mayInterrupt } from '#src/ui/dialog/dialog-queue.tsx'
import { memberDatabase } from '#src/session/member-database.ts'
import { PromptSeries } from './prompt-series.tsx'
import { readPrompts, type OpenPrompts } from './read-prompts.ts'
import type { Session } from '#src/session/session.ts'
import { trackerLabels } from '../tracker-labels.ts'
import {
  dropSuggestion,
  dropSuggestions,
  useSuggested,
  type OpenQuests,
} from './suggestion-queue.ts'
import { trackerCatalog, type TrackerType } from '#contract/trackers/catalog.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'

/**
 * Asks a young person about the trackers of the hour, 3 s after the start and once per session, and suggests a quest
 * after a low answer.
 */
export function Prompts({ session }: { session: Session }) {
  const router = useRouter()
  const [open, setOpen] = useState<{ db: UserDatabase; prompts: OpenPrompts }>()

  // An effect because it is the passing of time that opens the first prompt.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    let over = false
    async function ask() {
      if (promptsAreDone()) return
      if (!mayInterrupt(router.state.location.pathname)) return wait()
      const db = await memberDatabase(session.user._id)
      const prompts = await readPrompts(db)
      if (over || prompts.length === 0) return
      if (!mayInterrupt(router.state.location.pathname)) return wait()
      endPrompts()
      setOpen({ db, prompts })
    }
    function wait() {
      // A database that will not open asks nothing; the next start asks again.
      timer = setTimeout(() => void ask().catch(() => undefined), promptDelayMs)
    }
    wait()
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [router, session.user._id])

  return (
    <>
      {open && <PromptSeries {...open} onEnd={() => setOpen(undefined)} />}
      <Suggestions />
    </>
  )
}

function Suggestions() {
  const [suggested] = useSuggested()
  // An effect because the queue is outside React and must not outlive its person.
  useEffect(() => dropSuggestions, [])
  if (!suggested) return null
  return (
    <QueuedDialog>
      <SuggestionDialog
        {...suggested}
        onHelp={() => {
          dropSuggestion()
          openHelp()
        }}
        onClose={dropSuggestion}
      />
    </QueuedDialog>
  )
}

const key = 'promptsDone'

/** Spec 4: prompts come once per session; a session is the life of this tab, or until the person logs out. */
export function promptsAreDone(): boolean {
  return sessionStorage.getItem(key) !== null
}

/** No more prompts in this session: they were all asked, or the person said 'Not now'. */
export function endPrompts(): void {
  sessionStorage.setItem(key, '1')
}

interface SuggestionDialogProps {
  type: TrackerType
  suggestion: QuestSuggestion
  openQuests: OpenQuests
  /** Shows Help now: offered after the lowest mood, and where no quest fits. */
  onHelp: () => void
  onClose: () => void
}

const titles: Record<QuestSuggestion['strength'], () => string> = {
  'Highly recommend': m.trackers_suggest_highly,
  Consider: m.trackers_suggest_consider,
}

/** After a low score: the quest that may help, a choice of some, or Help now. Always an offer, never a diagnosis. */
function SuggestionDialog(props: SuggestionDialogProps) {
  const { type, suggestion, openQuests, onHelp, onClose } = props
  const lowest = suggestion.strength === 'Highly recommend'
  const offersHelp = lowest && trackerCatalog[type].lowestOffersHelp
  const [first, ...others] = suggestion.questIds
  const link = (questId: number, look: 'primary' | 'secondary') => (
    <Link
      key={questId}
      className={buttonClass({ look, wide: true })}
      to="/surveys/$questId"
      params={{ questId: String(questId) }}
      onClick={onClose}
    >
      {openQuests.get(questId) ?? String(questId)}
    </Link>
  )
  return (
    <Dialog
      open
      onClose={onClose}
      placement="sheet"
      emoji="💛"
      title={titles[suggestion.strength]()}
      description={textOf(type, suggestion)}
      actions={
        <>
          {first !== undefined && link(first, 'primary')}
          {others.map((questId) => link(questId, 'secondary'))}
          {(offersHelp || first === undefined) && (
            <Button
              look={first === undefined ? 'primary' : 'secondary'}
              icon="heart"
              wide
              onClick={onHelp}
            >
              {m.safety_open()}
            </Button>
          )}
          <Button look="quiet" onClick={onClose}>
            {m.trackers_suggest_later()}
          </Button>
        </>
      }
    />
  )
}

function textOf(type: TrackerType, { offer }: QuestSuggestion): string {
  switch (offer) {
    case 'related':
      return trackerLabels[type].suggestion()
    case 'other':
      return m.trackers_suggest_text_other()
    case 'help':
      return m.trackers_suggest_text_help()
  }
}
