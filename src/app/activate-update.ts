/** A shared lock that every open tab holds for as long as it lives: its holders are the open tabs. */
const tabLock = 'tab'
const drainLockPrefix = 'outbox:'

/** A takeover that takes longer than this is left for the next start. */
const takeoverMaxMs = 1_500
const takenKey = 'took-update'

/**
 * Architecture: at a cold start with one client and no drain, a waiting worker takes over before anything renders.
 * Resolves `true` when this tab is about to reload into the new build.
 */
export async function activateWaitingWorker(): Promise<boolean> {
  if (!import.meta.env.PROD || !navigator.serviceWorker?.controller) return false
  const waiting = (await navigator.serviceWorker.getRegistration())?.waiting
  if (!waiting || !(await isOnlyIdleTab()) || sessionStorage.getItem(takenKey)) return false
  const taken = controllerChange()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window and takes no origin
  waiting.postMessage({ type: 'SKIP_WAITING' })
  if (!(await taken)) return false
  // Once per tab: a build that kept waiting must not reload for ever.
  sessionStorage.setItem(takenKey, '1')
  window.location.reload()
  return true
}

/** Makes this tab count; once, before it asks how many there are. */
export function holdTabLock(): void {
  void navigator.locks?.request(
    tabLock,
    { mode: 'shared' },
    () => new Promise<never>(() => undefined),
  )
}

async function isOnlyIdleTab(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query()
  const tabs = held.filter((lock) => lock.name === tabLock).length
  return tabs <= 1 && !held.some((lock) => lock.name?.startsWith(drainLockPrefix))
}

function controllerChange(): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), takeoverMaxMs)
    const onChange = () => {
      clearTimeout(timer)
      resolve(true)
    }
    navigator.serviceWorker.addEventListener('controllerchange', onChange, { once: true })
  })
}
