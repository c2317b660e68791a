import { currentSession, subscribeToSession, type Session } from '#src/session/session.ts'

let stopServices: (() => void) | undefined
let activeUserId: string | undefined
let drawn: Promise<void> = Promise.resolve()

/**
 * Starts the background services of the person logged in, once the first page is drawn (`pageDrawn`), and stops them when
 * the session ends or another one begins: `onChange` gets that, or undefined.
 */
export function followSession(
  pageDrawn: Promise<void>,
  onChange: (session: Session | undefined) => void,
): void {
  drawn = pageDrawn
  let session = currentSession()
  step(session)
  subscribeToSession(() => {
    const before = session
    session = currentSession()
    step(session)
    // What this tab stores is of whoever was here: also where they logged out, or were replaced, in another one.
    if (before && before.user._id !== session?.user._id) sessionStorage.clear()
    if (session?.token === '') void showLock()
    // What the app lock has covered stays as it is until it opens.
    else if (session ? before?.token !== '' : before) onChange(session)
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
  // By now there may be a new login, of the same person too: what is copied is the session of this moment.
  const { token, user } = currentSession() ?? {}
  if (!token || user?._id !== userId) return
  await copySession({ token, userId })
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
