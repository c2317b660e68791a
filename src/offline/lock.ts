/** Who asks: a page gives up at once when another context sends, the worker waits its turn. */
export type Drainer = 'page' | 'worker'

/**
 * Runs `work` while this context alone may send for the user; undefined when a page found the lock taken.
 * The worker waits: a sync event that gave up would count as done although the page may die before it sent.
 */
export async function withDrainLock<T>(
  userId: string,
  drainer: Drainer,
  work: () => Promise<T>,
): Promise<T | undefined> {
  return await navigator.locks.request(
    `outbox:${userId}`,
    { ifAvailable: drainer === 'page' },
    async (lock) => (lock ? await work() : undefined),
  )
}
