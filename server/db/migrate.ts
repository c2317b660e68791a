import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { Client, type PoolClient } from 'pg'
import * as v from 'valibot'
import type { Database } from './client.ts'
import { databaseErrorFacts } from './errors.ts'

export interface MigrateOptions {
  /** Leads to PostgreSQL itself where the pool goes through a pooler: the lock belongs to a session. */
  readonly directUrl?: string | undefined
  readonly folder?: string
  readonly lockTimeoutMs?: number
  readonly pause?: (ms: number) => Promise<unknown>
  readonly random?: () => number
}

/** How the tables stand to what this build knows. */
export interface SchemaState {
  /** The names of the migrations that the database does not have. */
  readonly missing: readonly string[]
  /** It has some that this build does not know: a later build was here. */
  readonly newer: boolean
}

/** Thrown with a message for the operator. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

/** Our own number for the advisory lock: any constant that no other program on the database uses. */
const migrationLockId = 7_299_613
/** What waits for a lock on a table holds up everybody who comes after it: it gives up and comes again. */
const lockTimeoutDefaultMs = 3_000
/** So often is a migration tried that others' transactions keep away from its table. */
export const lockTriesMax = 12
const firstPauseMs = 500
const longestPauseMs = 15_000
/** Between two looks whether another process has done it. */
const turnPauseMs = 250

const ownFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/**
 * Brings the tables up to date. Any number of processes may start together: one migrates, the others wait for it and then
 * find nothing to do. Each migration is a transaction; one whose name ends with `.concurrent` is none, for the indexes that
 * are built while people write. Throws `MigrationError` where others' transactions keep it from its tables.
 */
export async function migrateDatabase(
  database: Database,
  options: MigrateOptions = {},
): Promise<void> {
  const { folder = ownFolder } = options
  const pacing = {
    pause: wait,
    random: Math.random,
    lockTimeoutMs: lockTimeoutDefaultMs,
    ...options,
  }
  const migrations = readMigrations(folder)
  const { client, release } = await migrationClient(database, options.directUrl)
  try {
    await takeTurn(client, pacing)
    const applied = await appliedIn(client, 'create')
    for (const migration of migrations) {
      if (!applied.has(migration.madeAt)) await applyPatiently(client, migration, pacing)
    }
  } finally {
    await release()
  }
}

/** Compares the tables with the migrations of this build; changes nothing. */
export async function schemaState(
  database: Database,
  { folder = ownFolder }: Pick<MigrateOptions, 'folder'> = {},
): Promise<SchemaState> {
  const migrations = readMigrations(folder)
  const client = await database.pool.connect()
  try {
    const applied = await appliedIn(client, 'read')
    const known = new Set(migrations.map(({ madeAt }) => madeAt))
    return {
      missing: migrations.filter(({ madeAt }) => !applied.has(madeAt)).map(({ tag }) => tag),
      newer: [...applied].some((madeAt) => !known.has(madeAt)),
    }
  } finally {
    client.release()
  }
}

interface Migration {
  readonly tag: string
  /** Its number in the journal of the migrations, and in the table of those that were applied. */
  readonly madeAt: number
  readonly hash: string
  readonly statements: readonly string[]
  /** Outside of a transaction, one statement after another. */
  readonly concurrent: boolean
}

const journalSchema = v.object({
  entries: v.array(v.object({ tag: v.string(), when: v.number() })),
})

function readMigrations(folder: string): Migration[] {
  const journal = readFileSync(join(folder, 'meta', '_journal.json'), 'utf8')
  const { entries } = v.parse(journalSchema, JSON.parse(journal))
  const files = readMigrationFiles({ migrationsFolder: folder })
  return files.map(({ sql, hash, folderMillis }, index) => {
    const tag = entries[index]?.tag ?? ''
    const concurrent = tag.endsWith('.concurrent')
    return { tag, madeAt: folderMillis, hash, statements: sql, concurrent }
  })
}

type Session = Client | PoolClient

/** What drizzle's own migrator calls it and has written so far. */
const journalTable = 'drizzle.__drizzle_migrations'

async function appliedIn(client: Session, how: 'read' | 'create'): Promise<ReadonlySet<number>> {
  const found = await client.query<{ there: boolean }>(
    `select to_regclass('${journalTable}') is not null as there`,
  )
  if (!found.rows[0]?.there) {
    if (how === 'create') {
      await client.query(
        `create schema if not exists drizzle;
         create table ${journalTable} (id serial primary key, hash text not null, created_at bigint)`,
      )
    }
    return new Set()
  }
  const { rows } = await client.query<{ madeAt: string }>(
    `select created_at as "madeAt" from ${journalTable}`,
  )
  return new Set(rows.map(({ madeAt }) => Number(madeAt)))
}

type Pacing = Required<Pick<MigrateOptions, 'pause' | 'random' | 'lockTimeoutMs'>>

/**
 * Asked for again and again: a statement that waits for the lock is a transaction that an index being built beside it would
 * wait for, and neither would end.
 */
async function takeTurn(client: Session, { pause, random }: Pacing): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>(
      'select pg_try_advisory_lock($1) as mine',
      [migrationLockId],
    )
    if (rows[0]?.mine) return
    await pause(turnPauseMs * (0.5 + random()))
  }
}

async function applyPatiently(client: Session, migration: Migration, pacing: Pacing) {
  for (let tries = 1; ; tries += 1) {
    try {
      await (migration.concurrent
        ? applyBeside(client, migration)
        : apply(client, migration, pacing))
      return
    } catch (error) {
      const { code, message } = databaseErrorFacts(error)
      if (code !== lockNotAvailable) {
        throw new MigrationError(`Migration ${migration.tag} failed: ${message}`, { cause: error })
      }
      if (tries === lockTriesMax) throw new MigrationError(heldUp(migration), { cause: error })
      const ceiling = Math.min(longestPauseMs, firstPauseMs * 2 ** tries)
      await pacing.pause(ceiling * (0.5 + pacing.random() / 2))
    }
  }
}

const lockNotAvailable = '55P03'

function heldUp({ tag }: Migration): string {
  return (
    `Migration ${tag} did not get the lock on its table in ${lockTriesMax} tries: another transaction holds it. ` +
    'Look for long ones in pg_stat_activity, and run it again: nothing was changed by it.'
  )
}

async function apply(
  client: Session,
  { statements, ...migration }: Migration,
  { lockTimeoutMs }: Pacing,
): Promise<void> {
  await client.query(`begin; set local lock_timeout = ${lockTimeoutMs}`)
  try {
    for (const statement of statements) await client.query(statement)
    await note(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Building an index beside the writers waits for their transactions and holds up nobody, so it may take its time. */
async function applyBeside(client: Session, { statements, ...migration }: Migration) {
  await dropHalfBuilt(client)
  for (const statement of statements) await client.query(statement)
  await note(client, migration)
}

/** What an earlier try left when it was cut off: no query uses it, every write pays for it, and its name is taken. */
async function dropHalfBuilt(client: Session): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select indexrelid::regclass::text as name from pg_index join pg_class on pg_class.oid = indexrelid
     where not indisvalid and relnamespace = 'public'::regnamespace`,
  )
  for (const { name } of rows) await client.query(`drop index concurrently if exists ${name}`)
}

async function note(client: Session, { hash, madeAt }: Pick<Migration, 'hash' | 'madeAt'>) {
  await client.query(`insert into ${journalTable} (hash, created_at) values ($1, $2)`, [
    hash,
    madeAt,
  ])
}

/**
 * Without any time limits, since building an index may take long: on PostgreSQL a connection of its own. The embedded
 * database has one session, which only the pool may use. Either way the lock goes with the connection: with its session
 * there, by the `discard all` of the next client here.
 */
async function migrationClient(
  database: Database,
  directUrl: string | undefined,
): Promise<{ client: Session; release: () => Promise<void> }> {
  if (database.kind === 'embedded') {
    const client = await database.pool.connect()
    // Where the driver has the limit of its queries, which is that of a request; it goes with the connection.
    Object.assign(Object(Reflect.get(client, 'connectionParameters')), { query_timeout: 0 })
    return { client, release: async () => client.release(true) }
  }
  const client = new Client({
    ...database.pool.options,
    ...(directUrl === undefined ? {} : { connectionString: directUrl }),
    query_timeout: 0,
  })
  client.on('error', noteNothing)
  await client.connect()
  // The driver sends no limit of 0, and the role or the database may have one of its own.
  await client.query('set statement_timeout = 0')
  return { client, release: () => client.end() }
}

/** A lost connection rejects the query under way; its second report as an event must not end the process. */
function noteNothing(): void {}
