import { openDatabase } from '#server/db/client.ts'
import { prepareDatabase } from '#server/prepare-database.ts'
import { failTest, quietLog } from './database-log.ts'
import { createPostgresDatabase, type PostgresDatabase } from './postgres-under-test.ts'

/** The processes of a test run find the template's name here. */
const nameVariable = 'TEST_DATABASE_TEMPLATE'

/** A migrated database that this run's tests copy: migrating takes a second, a copy a fifth of that. */
export async function makePostgresTemplate(): Promise<PostgresDatabase> {
  const template = await createPostgresDatabase()
  await migratePostgres(template)
  process.env[nameVariable] = template.name
  return template
}

/** A fresh database with the tables of every migration: a copy of the run's template, or migrated where there is none. */
export async function createMigratedPostgres(): Promise<PostgresDatabase> {
  const template = process.env[nameVariable]
  const fresh = await createPostgresDatabase(template)
  if (template === undefined) await migratePostgres(fresh)
  return fresh
}

async function migratePostgres({ databaseUrl }: PostgresDatabase): Promise<void> {
  const database = await openDatabase({
    databaseUrl,
    dataDir: '/nowhere',
    log: quietLog,
    onFatal: failTest,
  })
  await prepareDatabase(database)
  await database.close()
}
