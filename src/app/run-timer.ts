import type { DrainOutcome } from '#src/offline/engine/push.ts'

/** Architecture: a 30 s timer while something is due; a hidden tab's clock may be later still. */
export const timerMaxMs = 30_000

/** The least pause after a run, so that an outcome that is due at once cannot spin. */
const timerMinMs = 1_000

export interface RunTimer {
  /** Runs after so many milliseconds, at most `timerMaxMs`; undefined takes back what was set before. */
  set(waitMs: number | undefined): void
}

/**
 * A timer that starts `run`, until `signal` ends it. A service has one for what its live query says is due and one for
 * what its last run said: in one timer, a run that found the lock taken would put off what the query knows to be due.
 */
export function createRunTimer(run: () => void, signal: AbortSignal): RunTimer {
  let timer: ReturnType<typeof setTimeout> | undefined
  signal.addEventListener('abort', () => clearTimeout(timer))
  return {
    set(waitMs) {
      clearTimeout(timer)
      if (waitMs === undefined || signal.aborted) return
      timer = setTimeout(run, Math.min(timerMaxMs, Math.max(0, waitMs)))
    },
  }
}

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

/** Gives a function that runs `work` at once, and again no sooner than `pauseMs` later, however often it is called meanwhile. */
export function throttle(pauseMs: number, work: () => void, signal: AbortSignal): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let again = false
  signal.addEventListener('abort', () => clearTimeout(timer))

  function run(): void {
    again = false
    timer = setTimeout(rest, pauseMs)
    work()
  }

  function rest(): void {
    timer = undefined
    if (again) run()
  }

  return () => {
    if (signal.aborted) return
    if (timer === undefined) run()
    else again = true
  }
}
