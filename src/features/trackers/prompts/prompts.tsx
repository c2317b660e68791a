import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { promptDelayMs } from '#contract/trackers/prompts.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { QueuedDialog, mayInterrupt } from '#src/ui/dialog/dialog-queue.tsx'
import { memberDatabase } from '#src/session/member-database.ts'
import { PromptSeries } from './prompt-series.tsx'
import { readPrompts, type OpenPrompts } from './read-prompts.ts'
import type { Session } from '#src/session/session.ts'
import { LowAnswerOffers } from '../low-answer.tsx'
import { trackerLabels } from '../tracker-labels.ts'
import {
  dropSuggestion,
  dropSuggestions,
  useSuggested,
  type Suggested,
} from './suggestion-queue.ts'
import * as m from '#src/i18n/paraglide/messages.js'
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
      <SuggestionDialog suggested={suggested} onClose={dropSuggestion} />
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
