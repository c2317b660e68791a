import { clockAt } from '#src/data/local-clock.ts'
import { supersededText } from '#src/features/trackers/tracker-labels.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { supersededAnswers, takeSuperseded } from '#src/offline/features/trackers.ts'
import { SessionEndedError } from '#src/offline/session/session-copy.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { follow } from '#src/offline/storage/user-transaction.ts'
import { showToast, toastsMax } from '#src/ui/message/toast.tsx'

/** Two sentences are read in this time. */
const shownForMs = 10_000

/**
 * Says to the person, wherever they are in the app, that a day they answered here was answered on another device before,
 * and with what. Returns its end.
 */
export function startSupersededService(db: UserDatabase): () => void {
  const stopping = new AbortController()
  const { signal } = stopping

  async function notify(): Promise<void> {
    // A hidden page leaves it to the visible one, or to its own return.
    if (signal.aborted || document.visibilityState !== 'visible') return
    if ((await supersededAnswers(db)).length === 0) return
    const { date } = clockAt(Date.now())
    const entries = await takeSuperseded(db)
    const texts =
      entries.length > toastsMax
        ? [m.trackers_superseded_many({ count: entries.length })]
        : entries.map((entry) => supersededText(entry, date))
    for (const text of texts) showToast({ text, durationMs: shownForMs })
  }

  function settle(): void {
    notify().catch((error: unknown) => {
      if (!signal.aborted && !(error instanceof SessionEndedError)) reportError(error)
    })
  }

  const watching = follow(db, () => supersededAnswers(db)).subscribe({
    next: settle,
    error: () => undefined,
  })
  signal.addEventListener('abort', () => watching.unsubscribe())
  document.addEventListener('visibilitychange', settle, { signal })
  return () => stopping.abort()
}
