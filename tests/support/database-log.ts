import type { DatabaseLog } from '#server/db/errors.ts'

/** For tests in which the log does not matter. */
export const quietLog: DatabaseLog = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}

/** For databases that are to stay sound: the uncaught error fails the run. */
export function failTest(error: Error): void {
  throw error
}
