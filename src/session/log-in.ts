import * as v from 'valibot'
import type { LoginReply } from '#contract/account/credentials.ts'
import { unfinishedWipe, pendingRevocations } from '#src/offline/session/session-start.ts'
import { isApiProblem, isUnreachable } from '#src/offline/api/api-error.ts'
import { onResume } from '#src/lib/online.ts'
import { clearStoredSession, currentSession, openSession } from './session.ts'

/**
 * Opens the session of a login and makes the person's database theirs, so that what waited for this login is sent.
 * Somebody else's items stay where they are, in their own database.
 */
export async function logIn(reply: LoginReply): Promise<void> {
  await openSession(reply)
  const [{ memberDatabase }, { resumeQueue }, { noteLogin }] = await Promise.all([
    import('./member-database.ts'),
    import('./as-member.ts'),
    import('#src/offline/features/welcome.ts'),
  ])
  const db = await memberDatabase(reply.userPayload._id)
  await resumeQueue(db)
  if (reply.userPayload.userT === 'Adolescent') await noteLogin(db)
  sendPendingRevocations()
}

/** Finishes, before anything else is read, a deletion that a killed tab left undone. */
export async function finishOldLogout(): Promise<void> {
  const userId = await unfinishedWipe()
  if (userId === undefined) return
  if (currentSession()?.user._id === userId) clearStoredSession()
  const { finishWipe } = await import('#src/offline/session/end-session.ts')
  await finishWipe()
}

/** Why the login page is shown in place of another one. */
export const loginReasons = ['login', 'role', 'expired'] as const

export type LoginReason = (typeof loginReasons)[number]

/** What the address of the login page holds. A wrong value is dropped, never an error page. */
export const loginSearchSchema = v.object({
  redirect: v.optional(v.fallback(v.optional(v.pipe(v.string(), v.check(isOwnPath))), undefined)),
  reason: v.optional(v.fallback(v.optional(v.picklist(loginReasons)), undefined)),
})

export type LoginSearch = v.InferOutput<typeof loginSearchSchema>

/** True for an address inside the app: a foreign link must not lead out of it after the login. */
export function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])/.test(path) && !path.startsWith('/login')
}

/** Ends, now and whenever the network may be back, the sessions that people ended on this device without one. */
export function followPendingRevocations(): void {
  onResume(sendPendingRevocations, new AbortController().signal)
  sendPendingRevocations()
}

/** The same at once: a login has just reached the server. */
function sendPendingRevocations(): void {
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
