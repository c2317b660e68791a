import type { Database } from './db/client.ts'
import { migrateDatabase, MigrationError, schemaState, type MigrateOptions } from './db/migrate.ts'
import { installJobs, jobsAreInstalled } from './ports/jobs/library.ts'

/** Brings a database up to date: our tables, then those of the jobs. Any number of processes may start together. */
export async function prepareDatabase(
  database: Database,
  options?: Pick<MigrateOptions, 'directUrl'>,
): Promise<void> {
  await migrateDatabase(database, options)
  await installJobs(database)
}

/**
 * For a process that is not to migrate: the database must have everything that this build needs, and may have more, from
 * a later one. Throws `MigrationError` with a message for the operator.
 */
export async function requirePrepared(database: Database): Promise<void> {
  const { missing } = await schemaState(database)
  const [first] = missing
  if (first !== undefined) {
    throw new MigrationError(
      `The database is older than this build: ${missing.length} migrations are missing, from ${first} on. ${remedy}`,
    )
  }
  if (!(await jobsAreInstalled(database))) {
    throw new MigrationError(`The database has no tables for the jobs of this build. ${remedy}`)
  }
}

const remedy = 'Run `npm run migrate` first, or set MIGRATE_ON_START=on.'
