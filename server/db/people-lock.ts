import { sql } from 'drizzle-orm'
import type { Statements } from './orm.ts'

/** Our own number, so that other locks on the same ids are other locks. */
const peopleLockSeed = 7_299_615

/**
 * Until the transaction ends nobody else changes the times or the purchases of these people. Always taken in the same
 * order, and before any row: two who wait for each other would wait for ever.
 */
export async function lockPeople(tx: Statements, ...ids: readonly string[]): Promise<void> {
  for (const id of [...new Set(ids)].sort()) {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${id}, ${peopleLockSeed}))`)
  }
}
