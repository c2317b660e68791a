import { readsIdle } from '#src/offline/api/api.ts'

declare global {
  interface Navigator {
    /** In Chromium alone. */
    readonly connection?: { readonly saveData?: boolean }
  }
}

/** Resolves when the page has nothing to draw and nothing to read. Rejects with the signal's reason. */
export async function quiet(signal: AbortSignal): Promise<void> {
  await readsIdle(signal)
  await idle()
  await readsIdle(signal)
}

/** False without a network, in the background, and for a person who saves data. */
export function mayFetchAhead(): boolean {
  const saveData = navigator.connection?.saveData ?? false
  return navigator.onLine && document.visibilityState === 'visible' && !saveData
}

/** Resolves when the page has nothing to draw. Safari before 26 cannot say so: a moment later is the next best. */
export function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve())
    else setTimeout(resolve, 200)
  })
}
