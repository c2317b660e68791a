/**
 * Lets work of one key run one after the other, in the order it came. Within a process this keeps a person who
 * pushes many times at once from holding as many connections, all waiting for the same lock.
 */
export function createKeyedMutex() {
  const last = new Map<string, Promise<unknown>>()

  return async function exclusively<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = last.get(key)
    // How the one before ended is its own caller's business.
    const mine = before ? before.then(work, work) : work()
    last.set(key, mine)
    try {
      return await mine
    } finally {
      if (last.get(key) === mine) last.delete(key)
    }
  }
}
