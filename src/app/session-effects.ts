import { currentSession, subscribeToSession, type Session } from '#src/session/session.ts'

let stopServices: (() => void) | undefined
let activeUserId: string | undefined
let drawn: Promise<void> = Promise.resolve()

export interface SessionEffects {
  /** Resolves once the page that the person waits for is drawn: what runs behind it starts after that. */
  readonly pageDrawn: Promise<void>
  /** This tab was logged in and finds itself logged out. */
  readonly onLeave: () => void
  /** Another session than before: what was read with the old one is read anew. */
  readonly onChange: () => void
}

/** Starts the background services of the person logged in, and stops them when the session ends or another one begins. */
export function followSession({ pageDrawn, onLeave, onChange }: SessionEffects): void {
  drawn = pageDrawn
  let session = currentSession()
  step(session)
  subscribeToSession(() => {
    const before = session
    session = currentSession()
    step(session)
    if (before && !session) onLeave()
    else if (session?.token === '') void showLock()
    // What the app lock has covered stays as it is until it opens.
    else if (before?.token !== '') onChange()
  })
}

/** Resolves once the first page of this tab is drawn. */
export function firstPageStands(): Promise<void> {
  return drawn
}

/** What cannot be shown for want of a script must not stay on the screen either. */
async function showLock(): Promise<void> {
  try {
    await (await import('./lock-screen.tsx')).showLock()
  } catch {
    window.location.reload()
  }
}

/** While the app lock is closed nothing runs. */
function step(session: Session | undefined): void {
  const userId = session?.token ? session.user._id : undefined
  if (userId === activeUserId) return
  stopServices?.()
  stopServices = undefined
  activeUserId = userId
  if (userId) start(userId).catch(() => retryLater(userId))
}

/** Everything with a database in it loads only here, so that a visitor never does. */
async function start(userId: string): Promise<void> {
  await drawn
  const [{ memberDatabase }, { startBackgroundServices }, { copySession }] = await Promise.all([
    import('#src/session/member-database.ts'),
    import('./background-services.ts'),
    import('#src/offline/session/session-copy.ts'),
  ])
  const db = await memberDatabase(userId)
  // A new login may have come meanwhile, of the same person or another one.
  const session = currentSession()
  if (!session?.token || session.user._id !== userId) return
  await copySession({ token: session.token, userId })
  if (activeUserId === userId && !stopServices) stopServices = startBackgroundServices(db)
}

/** A missing chunk or a database that would not open: the page still reads, and sending is tried again. */
const retryMs = 30_000

function retryLater(userId: string): void {
  setTimeout(() => {
    if (activeUserId !== userId || stopServices) return
    start(userId).catch(() => retryLater(userId))
  }, retryMs)
}
