import { useSyncExternalStore } from 'react'
import { createStore, useStore } from './store.ts'

/** False while there is a network but no answer of the server; written by the reachability service alone. */
export const serverAnswers = createStore(true)

/** Whether this page reaches the server: no network, a network without the server behind it, or neither is known. */
export type Connection = 'online' | 'offline' | 'unreachable'

export function useConnection(): Connection {
  const online = useOnline()
  const answers = useStore(serverAnswers)
  if (!online) return 'offline'
  return answers ? 'online' : 'unreachable'
}

/** False where the browser knows that there is no network; true promises nothing. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine)
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

declare global {
  interface Navigator {
    /** In Chromium alone. */
    readonly connection?: { readonly saveData?: boolean }
  }
}

/** False without a network, and for a person who saves data: nothing is fetched that was not asked for. */
export function mayFetchUnasked(): boolean {
  const saveData = navigator.connection?.saveData ?? false
  return navigator.onLine && !saveData
}

/** Calls `listener` when the person leaves the app or puts it away, until `signal` ends it. */
export function onPageHidden(listener: () => void, signal: AbortSignal): void {
  window.addEventListener('pagehide', listener, { signal })
  const onHidden = () => {
    if (document.visibilityState === 'hidden') listener()
  }
  document.addEventListener('visibilitychange', onHidden, { signal })
}

/** Calls `listener` whenever the network or the person may be back, until `signal` ends it. */
export function onResume(listener: () => void, signal: AbortSignal): void {
  for (const event of ['online', 'focus', 'pageshow']) {
    window.addEventListener(event, listener, { signal })
  }
  const onVisible = () => {
    if (document.visibilityState === 'visible') listener()
  }
  document.addEventListener('visibilitychange', onVisible, { signal })
}
