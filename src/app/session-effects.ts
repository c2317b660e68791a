import { currentSession, subscribeToSession, type Session } from '#src/session/session.ts'

let stopServices: (() => void) | undefined
let activeToken: string | undefined
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
  claimTab(session)
  step(session)
  subscribeToSession(() => {
    const before = session
    session = currentSession()
    claimTab(session)
    step(session)
    if (session?.token === '') void showLock()
    // What the app lock has covered stays as it is until it opens.
    else if (session ? before?.token !== '' : before) onChange(session)
  })
}

/** What this tab stores goes with its person: also where another tab logged them out or replaced them while it was asleep. */
function claimTab(session: Session | undefined): void {
  const owner = sessionStorage.getItem('owner')
  if (owner && owner !== session?.user._id) sessionStorage.clear()
  if (session) sessionStorage.setItem('owner', session.user._id)
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

/**
 * A new login of the same person begins anew, too: what ran before has met the end of its session, or the database that a
 * logout in another tab has deleted. While the app lock is closed nothing runs.
 */
function step(session: Session | undefined): void {
  if (session?.token === activeToken) return
  stopServices?.()
  stopServices = undefined
  activeToken = session?.token
  if (session) start(session).catch(() => retryLater(session))
}

/** Everything with a database in it loads only here, so that a visitor never does. */
async function start({ token, user }: Session): Promise<void> {
  if (!token) return
  await drawn
  const [{ memberDatabase }, { startBackgroundServices, sayWhenSlow }, { copySession }] =
    await Promise.all([
      import('#src/session/member-database.ts'),
      import('./background-services.ts'),
      import('#src/offline/session/session-copy.ts'),
    ])
  const db = await sayWhenSlow(memberDatabase(user._id))
  // By now there may be a new login, of the same person too, which has been copied.
  if (currentSession()?.token !== token) return
  await copySession({ token, userId: user._id })
  if (activeToken === token && !stopServices) stopServices = startBackgroundServices(db)
}

/** A missing chunk or a database that would not open: the page still reads, and sending is tried again. */
const retryMs = 30_000

function retryLater(session: Session): void {
  setTimeout(() => {
    if (activeToken !== session.token || stopServices) return
    start(session).catch(() => retryLater(session))
  }, retryMs)
}
