import { sql } from 'drizzle-orm'
import { ormCommand } from './statement.ts'

/** Our own number, so that other locks on the same ids are other locks. */
const peopleLockSeed = 7_299_615

export const personLock = ormCommand(
  (id: string) => sql`select pg_advisory_xact_lock(hashtextextended(${id}, ${peopleLockSeed}))`,
)
