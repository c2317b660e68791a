import { isApiProblem, isUnreachable } from '#src/offline/api/api-error.ts'
import { pendingRevocations } from '#src/offline/session/session-copy.ts'
import { onResume } from '#src/lib/resume.ts'

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
