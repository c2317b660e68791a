import { timerMaxMs } from './next-run.ts'

export interface RunTimer {
  /** Runs after so many milliseconds, at most `timerMaxMs`; undefined takes back what was set before. */
  set(waitMs: number | undefined): void
}

/**
 * A timer that starts `run`, until `signal` ends it. A driver has one for what its live query says is due and one for
 * what its last run told: in one timer, a run that found the lock taken would put off what the query knows to be due.
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
