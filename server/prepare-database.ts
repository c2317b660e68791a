import type { Database } from './db/client.ts'
import { migrateDatabase } from './db/migrate.ts'
import { installJobs } from './ports/jobs/boss.ts'

/** Brings a database up to date: our tables, then those of the jobs. Any number of processes may start together. */
export async function prepareDatabase(database: Database): Promise<void> {
  await migrateDatabase(database)
  await installJobs(database)
}
