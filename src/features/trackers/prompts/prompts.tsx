import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { promptDelayMs } from '#contract/trackers/prompts.ts'
import { SuggestionDialog } from './suggestion-dialog.tsx'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { openHelp } from '#src/features/safety/help/help-state.ts'
import { InTurn, isFree } from '#src/ui/dialog/in-turn.tsx'
import { memberDatabase } from '#src/session/member-database.ts'
import { endPrompts, promptsAreDone } from './prompt-session.ts'
import { PromptSeries } from './prompt-series.tsx'
import { readPrompts, type OpenPrompts } from './read-prompts.ts'
import type { Session } from '#src/session/session.ts'
import { dropSuggestion, dropSuggestions, useSuggested } from './suggestion-queue.ts'

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
      if (!isFree(router.state.location.pathname)) return wait()
      const db = await memberDatabase(session.user._id)
      const prompts = await readPrompts(db)
      if (over || prompts.length === 0) return
      if (!isFree(router.state.location.pathname)) return wait()
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
    <InTurn>
      <SuggestionDialog
        {...suggested}
        onHelp={() => {
          dropSuggestion()
          openHelp()
        }}
        onClose={dropSuggestion}
      />
    </InTurn>
  )
}
