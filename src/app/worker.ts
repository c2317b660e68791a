import { hasDirtyForm } from '#src/lib/dirty.ts'
import { createStore } from '#src/lib/store.ts'

/** Whether there is a newer build. */
export type Update =
  | { status: 'none' }
  /** A newer worker waits; `accept` lets it take over and reloads this tab. */
  | { status: 'ready'; accept: () => void }
  /** Another tab let it take over: this one runs the old build until its person reloads it. */
  | { status: 'elsewhere' }

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
}
