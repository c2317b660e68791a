import type { LoginReply } from '#contract/account/credentials.ts'
import { sendPendingRevocations, openSession } from './session.ts'

let underWay: Promise<void> = Promise.resolve()

/**
 * Opens the session of a login and makes the person's database theirs, so that what waited for this login is sent.
 * Somebody else's items stay where they are, in their own database.
 */
export function logIn(reply: LoginReply): Promise<void> {
  const login = complete(reply)
  underWay = login.catch(() => undefined)
  return login
}

/** Resolves once no login is under way in this tab: the session shows at its beginning, what it notes at its end. */
export function loginSettled(): Promise<void> {
  return underWay
}

async function complete(reply: LoginReply): Promise<void> {
  await openSession(reply)
  // By now they are logged in, whatever comes of the rest: a start does it anew.
  await enter(reply).catch(reportError)
  sendPendingRevocations()
}

async function enter(reply: LoginReply): Promise<void> {
  const [{ memberDatabase }, { resumeQueue }, { noteLogin }] = await Promise.all([
    import('./member-database.ts'),
    import('./as-member.ts'),
    import('#src/offline/features/hints.ts'),
  ])
  const db = await memberDatabase(reply.userPayload._id)
  await resumeQueue(db)
  if (reply.userPayload.userT === 'Adolescent') await noteLogin(db)
}
