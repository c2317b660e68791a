import type { Statements } from './orm.ts'
import { personLock } from './people-lock.sql.ts'

/**
 * Until the transaction ends nobody else changes the times or the purchases of these people. Always taken in the same
 * order, and before any row: two who wait for each other would wait for ever.
 */
export async function lockPeople(tx: Statements, ...ids: readonly string[]): Promise<void> {
  for (const id of [...new Set(ids)].sort()) {
    await personLock.run(tx, id)
  }
}
