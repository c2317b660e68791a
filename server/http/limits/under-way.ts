import { ProblemError } from '#server/http/routing/problem-error.ts'

/** Seconds after which a refused caller may try again: most of what is under way is done by then. */
const retrySeconds = 2

/**
 * Lets at most `max` pieces of work of one key be under way; one more is refused as `rate_limited`. It bounds what a
 * single caller takes of something that all share.
 */
export function createUnderWayLimit(max: number) {
  const underWay = new Map<string, number>()

  return async function run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const count = underWay.get(key) ?? 0
    if (count >= max) throw new ProblemError('rate_limited', { retryAfterSeconds: retrySeconds })
    underWay.set(key, count + 1)
    try {
      return await work()
    } finally {
      const left = (underWay.get(key) ?? 1) - 1
      if (left > 0) underWay.set(key, left)
      else underWay.delete(key)
    }
  }
}
