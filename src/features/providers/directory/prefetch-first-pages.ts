import type { Specialty } from '#contract/reference/specialties.ts'
import { mayFetchUnasked } from '#src/lib/online.ts'
import { readsIdle } from '#src/offline/api/api.ts'
import type { ListTimes } from './directory-store.ts'

/** A first page younger than this is not fetched again behind the grid, in milliseconds: opening the list does that. */
const freshMs = 3_600_000

export interface PrefetchFacts {
  /** By specialty, as the server has just said; one that is absent has none. */
  readonly counts: Readonly<Record<string, number>>
  readonly stored: ListTimes
  readonly nowMs: number
}

/** The specialties whose first page is not stored, or was stored long ago, in the given order. */
export function firstPagesWanted(
  specialties: readonly Specialty[],
  { counts, stored, nowMs }: PrefetchFacts,
): Specialty[] {
  return specialties.filter((specialty) => {
    const storedMs = stored.firstPages.get(specialty)
    const fresh = storedMs !== undefined && Math.abs(nowMs - storedMs) < freshMs
    return (counts[specialty] ?? 0) > 0 && !stored.whole.has(specialty) && !fresh
  })
}

export interface Prefetch {
  readonly wanted: readonly Specialty[]
  readonly inView: (specialty: Specialty) => boolean
  /** Resolves when neither the page nor the network has anything better to do. */
  readonly quiet: () => Promise<void>
  /** False without a network, in the background, and for whoever saves data. */
  readonly mayFetch: () => boolean
  readonly fetch: (specialty: Specialty) => Promise<void>
}

/**
 * Fetches first pages one at a time, those in view first, until one may not be fetched any more. Rejects as the first
 * that fails: a server in trouble is left alone.
 */
export async function prefetchFirstPages(prefetch: Prefetch): Promise<void> {
  const { inView, quiet, mayFetch, fetch } = prefetch
  let waiting = [...prefetch.wanted]
  while (waiting.length > 0) {
    await quiet()
    if (!mayFetch()) return
    const next = waiting.find(inView) ?? waiting[0]
    if (next === undefined) return
    waiting = waiting.filter((specialty) => specialty !== next)
    await fetch(next)
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
  return mayFetchUnasked() && document.visibilityState === 'visible'
}

/** Resolves when the page has nothing to draw. Safari before 26 cannot say so: a moment later is the next best. */
export function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve())
    else setTimeout(resolve, 200)
  })
}
