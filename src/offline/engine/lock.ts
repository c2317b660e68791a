import { SessionEndedError } from '#src/offline/session/session-copy.ts'

/** Who asks: a page gives up at once when another context sends, the worker waits its turn, as what a person asks for does. */
export type Drainer = 'page' | 'worker'

/** The lock under which one context sends for a person. */
export function drainLockName(userId: string): string {
  return `outbox:${userId}`
}

/** The lock under which one context sends up files for a person; apart from the queue's, which no file holds up. */
export function uploadLockName(userId: string): string {
  return `uploads:${userId}`
}

/**
 * Runs `work` while this context alone may send for the user; undefined when a page found the lock taken.
 * The worker waits: a sync event that gave up would count as done although the page may die before it sent.
 * Rejects with `SessionEndedError` when a logout took the lock away: a hanging request must not hold that up.
 */
export async function withDrainLock<T>(
  userId: string,
  drainer: Drainer,
  work: () => Promise<T>,
): Promise<T | undefined> {
  return await withLock(drainLockName(userId), drainer, work)
}

/** Resolves once no context sends for the user. Rejects with the signal's reason. */
export async function drainLockReleased(userId: string, signal: AbortSignal): Promise<void> {
  await navigator.locks.request(drainLockName(userId), { signal }, () => undefined)
}

/** The same under a lock of another name. */
export async function withLock<T>(
  name: string,
  drainer: Drainer,
  work: () => Promise<T>,
): Promise<T | undefined> {
  const own: unknown[] = []
  try {
    return await navigator.locks.request(
      name,
      { ifAvailable: drainer === 'page' },
      async (lock) => {
        if (!lock) return undefined
        try {
          return await work()
        } catch (error) {
          own.push(error)
          throw error
        }
      },
    )
  } catch (error) {
    // A storage that breaks off rejects with the same name, out of the work itself.
    const stolen =
      error instanceof DOMException && error.name === 'AbortError' && !own.includes(error)
    throw stolen ? new SessionEndedError('The person logged out', { cause: error }) : error
  }
}
