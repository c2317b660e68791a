import { writeSession } from '#src/offline/session/session-copy.ts'
import { currentSession, subscribeToSession, type Session } from '#src/session/session.ts'

let stopDriver: (() => void) | undefined
let served: string | undefined
let drawn: Promise<void> = Promise.resolve()

export interface SessionTurns {
  /** Resolves once the page that the person waits for is drawn: what runs behind it starts after that. */
  readonly pageDrawn: Promise<void>
  /** This tab was logged in and finds itself logged out. */
  readonly onLeave: () => void
  /** Another session stands here than before: what was read with the old one is read anew. */
  readonly onChange: () => void
}

/** Keeps what runs behind a login in step with it: sends while somebody is logged in and stops when they are not. */
export function followSession({ pageDrawn, onLeave, onChange }: SessionTurns): void {
  drawn = pageDrawn
  step(currentSession())
  subscribeToSession(() => {
    const session = currentSession()
    const left = served !== undefined && session === undefined
    step(session)
    if (left) onLeave()
    else onChange()
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
  await drawn
  const [{ memberDatabase }, { startMemberDrivers }] = await Promise.all([
    import('#src/session/member-database.ts'),
    import('./member-drivers.ts'),
  ])
  const db = await memberDatabase(user._id)
  await writeSession({ token, userId: user._id })
  if (served === user._id && !stopDriver) stopDriver = startMemberDrivers(db)
}

/** A missing chunk or a database that would not open: the page still reads, and sending is tried again. */
const retryMs = 30_000

function retryLater(session: Session): void {
  setTimeout(() => {
    if (served !== session.user._id || stopDriver) return
    start(session).catch(() => retryLater(session))
  }, retryMs)
}
