import { hasDirtyForm } from '#src/lib/dirty.ts'
import { createStore } from '#src/lib/store.ts'
import { tabLock } from '#src/offline/session/session-start.ts'

/** Whether there is a newer build. */
export type Update =
  | { status: 'none' }
  /** A newer worker waits; `accept` lets it take over and reloads this tab. */
  | { status: 'ready'; accept: () => void }
  /** Another tab let it take over: this one runs the old build until its person reloads it. */
  | { status: 'elsewhere' }
  /** The server takes no calls of this build any more. */
  | { status: 'required'; busy: boolean; accept: () => void }

export const update = createStore<Update>({ status: 'none' })

const workerUrl = '/sw.js'

/** Where there is a network, the browser checks for a newer build this often while the app stays open. */
const lookIntervalMs = 3_600_000

/** Registers the worker and follows its updates; in built apps alone, after the first screen is drawn. */
export async function registerWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const { Workbox } = await import('workbox-window')
  const worker = new Workbox(workerUrl)
  let accepted = false
  let controlled = Boolean(navigator.serviceWorker.controller)
  worker.addEventListener('waiting', () => {
    const accept = () => {
      if (hasDirtyForm()) return
      accepted = true
      worker.messageSkipWaiting()
    }
    update.set({ status: 'ready', accept })
  })
  worker.addEventListener('controlling', () => {
    // The event's own isUpdate stays false in a tab that was open before the first worker took it over.
    const isUpdate = controlled
    controlled = true
    if (!isUpdate) return
    if (accepted && !hasDirtyForm()) window.location.reload()
    else update.set({ status: 'elsewhere' })
  })
  const registration = await worker.register()
  setInterval(() => {
    // Offline the look fails, and the next one comes by itself.
    if (navigator.onLine) registration?.update().catch(() => undefined)
  }, lookIntervalMs)
  await beControlled()
}

/**
 * Asks the active worker for this page. A page that was on its way while the first worker took over is nobody's until its
 * next load, and so is one that was loaded past the worker: without a network its scripts would not come.
 */
async function beControlled(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready
  if (navigator.serviceWorker.controller) return
  if (active) tellWorker(active, 'CLAIM')
}

/** What a page asks of the worker: to take every page over, or to take the place of the one before it. */
export function tellWorker(worker: ServiceWorker, type: 'CLAIM' | 'SKIP_WAITING'): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window and takes no origin
  worker.postMessage({ type })
}

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
  tellWorker(waiting, 'SKIP_WAITING')
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

/** Resolves `true` once another worker controls this page, `false` where none has by then. */
export function controllerChange(maxMs = takeoverMaxMs): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), maxMs)
    const onChange = () => {
      clearTimeout(timer)
      resolve(true)
    }
    navigator.serviceWorker.addEventListener('controllerchange', onChange, { once: true })
  })
}
