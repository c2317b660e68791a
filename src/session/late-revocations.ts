import { isApiProblem, isUnreachable } from '#src/offline/api/api-error.ts'
import { pendingRevocations } from '#src/offline/session/session-copy.ts'
import { onSignsOfLife } from '#src/lib/signs-of-life.ts'

/** Ends, now and whenever the network may be back, the sessions that people left on this device without one. */
export function followRevocations(): void {
  onSignsOfLife(endLate, new AbortController().signal)
  endLate()
}

/** The same at once: a login has just reached the server. */
export function endLate(): void {
  sendPending().catch((error: unknown) => {
    // No answer, or too many of them: the next sign of life tries again.
    if (!isUnreachable(error) && !isApiProblem(error)) reportError(error)
  })
}

/** What calls the server loads only where there is something to tell it. */
async function sendPending(): Promise<void> {
  if ((await pendingRevocations()).length === 0) return
  const { sendRevocations } = await import('#src/offline/session/revocations.ts')
  await sendRevocations('page')
}
