import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Client, type PoolClient } from 'pg'
import type { Database } from './client.ts'

/** Our own number for `pg_advisory_lock`: any constant that no other program on the database uses. */
const migrationLockId = 7_299_613

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/**
 * Brings the tables up to date. Any number of processes may start together: one migrates, the others wait
 * for it and then find nothing to do (without the lock most of them fail on the same `create`).
 */
export async function migrateDatabase(database: Database): Promise<void> {
  const { client, release } = await migrationClient(database)
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLockId])
    await migrate(drizzle(client), { migrationsFolder })
  } finally {
    await release()
  }
}

/**
 * On PostgreSQL a connection of its own without the pool's time limits, since waiting for the lock and building
 * an index may take long. The embedded database has one session, which only the pool may use. Either way the
 * lock goes with the connection: with its session there, by the `discard all` of the next client here.
 */
async function migrationClient(
  database: Database,
): Promise<{ client: Client | PoolClient; release: () => Promise<void> }> {
  if (database.kind === 'embedded') {
    const client = await database.pool.connect()
    return { client, release: async () => client.release(true) }
  }
  const client = new Client({
    ...database.pool.options,
    statement_timeout: 0,
    query_timeout: 0,
  })
  client.on('error', noteNothing)
  await client.connect()
  return { client, release: () => client.end() }
}

/** A lost connection rejects the query under way; its second report as an event must not end the process. */
function noteNothing(): void {}
