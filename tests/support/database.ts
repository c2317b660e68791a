import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase, type Database } from '#server/db/client.ts'
import { failTest, quietLog } from './database-log.ts'
import { copyTemplate, type EmbeddedTables } from './embedded-template.ts'
import { patience } from './patience.ts'
import { createMigratedPostgres } from './postgres-template.ts'
import { createPostgresDatabase, postgresMissing } from './postgres-under-test.ts'

export type DatabaseKind = Database['kind']

/** Where a database of one test file lives: what the server would be given to open it. */
export interface DatabaseHome {
  readonly kind: DatabaseKind
  readonly databaseUrl: string | undefined
  readonly dataDir: string
  readonly remove: () => Promise<void>
}

export interface TestDatabase {
  readonly database: Database
  readonly home: DatabaseHome
  /** Closes the database and removes everything it left. */
  readonly drop: () => Promise<void>
}

const postgresAnswers = (await postgresMissing()) === undefined

/**
 * For `describe.each`: PostgreSQL where `TEST_DATABASE_URL` answers, else the embedded database. `both` adds the
 * embedded one beside PostgreSQL: for what an engine may do otherwise (locks, races, deaths, the SQL of a search),
 * and for one file of each feature.
 */
export function databasesUnderTest(engines: 'one' | 'both' = 'one'): DatabaseKind[] {
  if (!postgresAnswers) return ['embedded']
  return engines === 'both' ? ['embedded', 'postgres'] : ['postgres']
}

/**
 * A fresh, isolated place, shared with no other test: with the tables of every migration, with a database that is
 * empty, or (`none`) before the embedded one was made at all.
 */
export async function createDatabaseHome(
  kind: DatabaseKind,
  tables: EmbeddedTables | 'none' = 'migrated',
): Promise<DatabaseHome> {
  const dataDir = await mkdtemp(join(tmpdir(), 'zync-test-'))
  const removeDataDir = async () => rmSync(dataDir, { recursive: true, force: true })
  if (kind === 'embedded') {
    if (tables !== 'none') await copyTemplate(dataDir, tables)
    return { kind, databaseUrl: undefined, dataDir, remove: removeDataDir }
  }
  const { databaseUrl, remove } = await (tables === 'migrated'
    ? createMigratedPostgres()
    : createPostgresDatabase())
  return {
    kind,
    databaseUrl,
    dataDir,
    remove: async () => {
      await remove()
      await removeDataDir()
    },
  }
}

/**
 * Opens a place as the server does; an embedded one only while nobody else has it open. Many who come at once wait for
 * their connection as long as a busy machine needs, not as long as a person would.
 */
export async function openHome(home: DatabaseHome): Promise<Database> {
  const database = await openDatabase({
    databaseUrl: home.databaseUrl,
    dataDir: home.dataDir,
    log: quietLog,
    onFatal: failTest,
  })
  Object.assign(database.pool.options, { connectionTimeoutMillis: patience.timeout })
  return database
}

/** A fresh database with all tables, open. */
export async function openTestDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  const home = await createDatabaseHome(kind)
  const database = await openHome(home)
  return {
    database,
    home,
    drop: async () => {
      await database.close()
      await home.remove()
    },
  }
}
