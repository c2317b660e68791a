import type { DrainOutcome } from '#src/offline/engine/push.ts'

/** Architecture: a 30 s timer while something is due; a hidden tab's clock may be later still. */
export const timerMaxMs = 30_000
/** The least pause after a run, so that an outcome that is due at once cannot spin. */
const timerMinMs = 1_000

/**
 * How long to wait before the next run, in milliseconds; undefined when only an event may start one.
 * An undefined outcome means that another context is sending.
 */
export function nextRunMs(outcome: DrainOutcome | undefined, nowMs: number): number | undefined {
  switch (outcome?.status) {
    case 'empty':
    case 'needs_auth':
    case 'no_session':
      return undefined
    case 'waiting':
      return Math.min(timerMaxMs, Math.max(timerMinMs, outcome.dueAt - nowMs))
    case undefined:
      return timerMaxMs
  }
}
