import { writeSession } from '#src/offline/session-copy.ts'
import { currentSession, subscribeToSession, type Session } from './session.ts'

let stopDriver: (() => void) | undefined
let served: string | undefined

/**
 * Keeps what runs behind a login in step with it: starts sending when somebody is logged in and stops when they are
 * not. Calls `onLeave` when this tab finds itself logged out or in as somebody else.
 */
export function followSession(onLeave: () => void): void {
  step(currentSession())
  subscribeToSession(() => {
    const session = currentSession()
    const left = served !== undefined && served !== session?.user._id
    step(session)
    if (left) onLeave()
  })
}

function step(session: Session | undefined): void {
  const userId = session?.user._id
  if (userId === served) return
  stopDriver?.()
  stopDriver = undefined
  served = userId
  if (session) start(session).catch(() => retryLater(session))
}

/** Everything with a database in it loads only here, so that a visitor never does. */
async function start({ token, user }: Session): Promise<void> {
  const [{ memberDatabase }, { startSyncDriver }] = await Promise.all([
    import('./member-database.ts'),
    import('./sync-driver.ts'),
  ])
  const db = await memberDatabase(user._id)
  await writeSession({ token, userId: user._id })
  if (served === user._id && !stopDriver) stopDriver = startSyncDriver(db)
}

/** A missing chunk or a database that would not open: the page still reads, and sending is tried again. */
const retryMs = 30_000

function retryLater(session: Session): void {
  setTimeout(() => {
    if (served !== session.user._id || stopDriver) return
    start(session).catch(() => retryLater(session))
  }, retryMs)
}
