import { unfinishedWipe, pendingRevocations } from '#src/offline/session/session-start.ts'
import { isApiProblem, isUnreachable } from '#src/offline/api/api-error.ts'
import { onResume } from '#src/lib/online.ts'
import { clearStoredSession, currentSession } from './session.ts'

/** Finishes, before anything else is read, a deletion that a killed tab left undone. */
export async function finishOldLogout(): Promise<void> {
  const userId = await unfinishedWipe()
  if (userId === undefined) return
  if (currentSession()?.user._id === userId) clearStoredSession()
  const { finishWipe } = await import('#src/offline/session/end-session.ts')
  await finishWipe()
}

/** Ends, now and whenever the network may be back, the sessions that people ended on this device without one. */
export function followPendingRevocations(): void {
  onResume(sendPendingRevocations, new AbortController().signal)
  sendPendingRevocations()
}

/** The same at once: a login has just reached the server. */
export function sendPendingRevocations(): void {
  sendPending().catch((error: unknown) => {
    // No answer, or too many of them: the next resume tries again.
    if (!isUnreachable(error) && !isApiProblem(error)) reportError(error)
  })
}

/** What calls the server loads only where there is something to send. */
async function sendPending(): Promise<void> {
  if ((await pendingRevocations()).length === 0) return
  const { sendRevocations } = await import('#src/offline/session/revocations.ts')
  await sendRevocations('page')
}
