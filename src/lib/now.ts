import { useCallback, useSyncExternalStore } from 'react'

/** The screen's idea of now is this coarse, in milliseconds. */
const stepMs = 5_000

/** Epoch milliseconds, rounded down to 5 s and followed while the screen is open. */
export function useNow(): number {
  return useSyncExternalStore(followTime, () => Math.floor(Date.now() / stepMs) * stepMs)
}

function followTime(listener: () => void): () => void {
  const timer = setInterval(listener, stepMs)
  return () => clearInterval(timer)
}

/** Whether a moment in epoch milliseconds is still to come, until it has come; false for none. */
export function useIsBefore(atMs: number | undefined): boolean {
  const follow = useCallback(
    (listener: () => void) => {
      const timer = atMs === undefined ? undefined : setTimeout(listener, atMs - Date.now() + 1)
      return () => clearTimeout(timer)
    },
    [atMs],
  )
  return useSyncExternalStore(follow, () => atMs !== undefined && Date.now() < atMs)
}
