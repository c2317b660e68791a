import type { Specialty } from '#contract/reference/specialties.ts'
import type { KeptTimes } from '../kept-directory.ts'

/** A beginning younger than this is not fetched again behind the grid, in milliseconds: opening the list does that. */
const startFreshMs = 3_600_000

export interface WarmFacts {
  /** By specialty, as the server has just told; one that is absent has none. */
  readonly counts: Readonly<Record<string, number>>
  /** What this device has. */
  readonly kept: KeptTimes
  readonly nowMs: number
}

/** The specialties whose first cards this device has not, or has from long ago, in the given order. */
export function startsWanted(
  specialties: readonly Specialty[],
  { counts, kept, nowMs }: WarmFacts,
): Specialty[] {
  return specialties.filter((specialty) => {
    const startMs = kept.starts.get(specialty)
    const fresh = startMs !== undefined && Math.abs(nowMs - startMs) < startFreshMs
    return (counts[specialty] ?? 0) > 0 && !kept.whole.has(specialty) && !fresh
  })
}

export interface Warming {
  readonly wanted: readonly Specialty[]
  readonly inView: (specialty: Specialty) => boolean
  /** Resolves when neither the page nor the network has anything better to do. */
  readonly quiet: () => Promise<void>
  /** False without a network, in the background, and for whoever saves data. */
  readonly mayWarm: () => boolean
  readonly warm: (specialty: Specialty) => Promise<void>
}

/**
 * Fetches the beginnings of lists one at a time, those in view first, until one may not be fetched any more. Rejects as
 * the first that fails: a server in trouble is left alone.
 */
export async function warmStarts(warming: Warming): Promise<void> {
  const { inView, quiet, mayWarm, warm } = warming
  let waiting = [...warming.wanted]
  while (waiting.length > 0) {
    await quiet()
    if (!mayWarm()) return
    const next = waiting.find(inView) ?? waiting[0]
    if (next === undefined) return
    waiting = waiting.filter((specialty) => specialty !== next)
    await warm(next)
  }
}
