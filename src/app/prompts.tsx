import { useEffect, useState } from 'react'
import { promptDelayMs } from '#contract/trackers/prompts.ts'
import { hasDirtyForm } from '#src/lib/dirty.ts'
import type { UserDatabase } from '#src/offline/database.ts'
import { memberDatabase } from './member-database.ts'
import { endPrompts, promptsAreDone } from './prompt-session.ts'
import { PromptSeries } from './prompt-series.tsx'
import { readPrompts, type OpenPrompts } from './read-prompts.ts'
import { router } from './router.tsx'
import type { Session } from './session.ts'

/**
 * Asks a young person about the trackers of the hour, 3 s after the start and once per session; never over a form
 * that holds something, the login or another dialog.
 */
export function Prompts({ session }: { session: Session }) {
  const [open, setOpen] = useState<{ db: UserDatabase; prompts: OpenPrompts }>()

  // An effect because it is the passing of time that opens the first prompt.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    async function ask() {
      if (promptsAreDone()) return
      if (isInTheWay()) return wait()
      const db = await memberDatabase(session.user._id)
      const prompts = await readPrompts(db)
      if (prompts.length > 0 && !isInTheWay()) {
        endPrompts()
        setOpen({ db, prompts })
      } else if (prompts.length > 0) wait()
    }
    function wait() {
      // A database that will not open asks nothing; the next start asks again.
      timer = setTimeout(() => void ask().catch(() => undefined), promptDelayMs)
    }
    wait()
    return () => clearTimeout(timer)
  }, [session.user._id])

  if (!open) return null
  return <PromptSeries {...open} onEnd={() => setOpen(undefined)} />
}

function isInTheWay(): boolean {
  const onLogin = router.state.location.pathname === '/login'
  return onLogin || hasDirtyForm() || document.querySelector('dialog[open]') !== null
}
