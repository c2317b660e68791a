import type { Specialty } from '#contract/reference/specialties.ts'
import type { ListTimes } from '../directory/directory-store.ts'

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
