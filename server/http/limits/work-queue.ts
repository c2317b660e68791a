import { ProblemError } from '#server/http/routing/problem-error.ts'

export interface WorkQueueBounds {
  /** How many run at once. */
  readonly runningMax: number
  /** How many may wait for their turn; one more is refused. */
  readonly waitingMax: number
}

/** Seconds after which a refused caller may try again. */
const busyRetrySeconds = 1

/**
 * Bounds work that fills a core, the memory or the disk: a flood of it waits in a short line or is refused as `busy`,
 * and never starves what the server does besides. Work runs in the order it came.
 */
export function createWorkQueue(bounds: WorkQueueBounds) {
  const waiting: (() => void)[] = []
  let running = 0

  return async function run<T>(work: () => Promise<T>): Promise<T> {
    if (running < bounds.runningMax) running += 1
    else await turn()
    try {
      return await work()
    } finally {
      // The place goes straight to the next in line, so that nobody who comes now can overtake them.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }

  function turn(): Promise<void> {
    if (waiting.length >= bounds.waitingMax) {
      throw new ProblemError('busy', { retryAfterSeconds: busyRetrySeconds })
    }
    return new Promise((resolve) => waiting.push(resolve))
  }
}
