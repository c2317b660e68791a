import type { LoginReply } from '#contract/account/credentials.ts'
import { unfinishedWipe } from '#src/offline/session/session-copy.ts'
import { sendPendingRevocations } from './pending-revocations.ts'
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
