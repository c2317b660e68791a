import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/client.ts'
import { lockTriesMax, migrateDatabase, schemaState } from '#server/db/migrate.ts'
import {
  createDatabaseHome,
  databasesUnderTest,
  openHome,
  type DatabaseHome,
} from '#tests/support/database.ts'
import { quickNode } from '#tests/support/quick-node.ts'
import { startServerProcess } from '#tests/support/server-process.ts'

const ownFolder = fileURLToPath(new URL('../../../server/db/migrations', import.meta.url))
const migrateCommand = fileURLToPath(new URL('../../../server/migrate.ts', import.meta.url))
const journalSchema = v.looseObject({ entries: v.array(v.looseObject({ when: v.number() })) })

describe.each(databasesUnderTest('both'))('a migration on %s', (kind) => {
  let home: DatabaseHome
  let database: Database
  let folder: string

  beforeEach(async () => {
    home = await createDatabaseHome(kind)
    database = await openHome(home)
    folder = await mkdtemp(join(tmpdir(), 'zync-migrations-'))
    await cp(ownFolder, folder, { recursive: true })
  })
  afterEach(async () => {
    await database.close()
    await home.remove()
    await rm(folder, { recursive: true })
  })

  test('that fails in its middle leaves nothing behind, and is done once it can be', async () => {
    await addMigration('9998_halves', 'create table halves (id int);\nselect 1/0')
    await expect(migrateDatabase(database, { folder })).rejects.toThrow(/9998_halves failed/)
    expect(await tableIsThere('halves')).toBe(false)
    await writeFile(join(folder, '9998_halves.sql'), 'create table halves (id int)')
    await migrateDatabase(database, { folder })
    expect(await tableIsThere('halves')).toBe(true)
  })

  test('takes the time that it needs, whatever limit a request or the database has', async () => {
    await database.pool.query(
      `do $$ begin execute format('alter database %I set statement_timeout = 100', current_database()); end $$`,
    )
    const limits = { ...database.pool.options }
    Object.assign(database.pool.options, { query_timeout: 100, statement_timeout: 100 })
    await addMigration('9998_long', 'select pg_sleep(0.3)')
    await addMigration('9999_long.concurrent', 'select pg_sleep(0.3)')
    await migrateDatabase(database, { folder })
    Object.assign(database.pool.options, limits)
    expect(await schemaState(database, { folder })).toEqual({ missing: [], newer: false })
  })

  test('builds an index beside the writers, and anew where an earlier try was cut off', async () => {
    await database.pool.query('create table words (word text)')
    await database.pool.query(`insert into words values ('twice'), ('twice')`)
    await addMigration(
      '9998_words.concurrent',
      'create unique index concurrently words_unique on words (word)',
    )
    await expect(migrateDatabase(database, { folder })).rejects.toThrow(/9998_words.concurrent/)
    await database.pool.query(`delete from words where ctid = (select min(ctid) from words)`)
    await migrateDatabase(database, { folder })
    const { rows } = await database.pool.query(
      `select indisvalid as valid from pg_index where indexrelid = 'words_unique'::regclass`,
    )
    expect(rows).toEqual([{ valid: true }])
    expect(await schemaState(database, { folder })).toEqual({ missing: [], newer: false })
  })

  test('of a later build is no hindrance, and one that is missing is named', async () => {
    await addMigration('9998_later', 'create table later (id int)')
    expect(await schemaState(database, { folder })).toEqual({
      missing: ['9998_later'],
      newer: false,
    })
    await migrateDatabase(database, { folder })
    expect(await schemaState(database)).toEqual({ missing: [], newer: true })
    await migrateDatabase(database)
    expect(await tableIsThere('later')).toBe(true)
  })

  test.runIf(kind === 'postgres')(
    'waits its turn without holding up others, and gives up with a word',
    async () => {
      await addMigration('9998_locked', 'alter table users add column later text')
      const other = await database.pool.connect()
      const hold = () => other.query('begin; lock table users in access share mode')
      await hold()
      const pauses: number[] = []
      const options = { folder, lockTimeoutMs: 20, random: () => 1 }
      const givenUp = migrateDatabase(database, {
        ...options,
        pause: async (ms) => {
          pauses.push(ms)
          // Between two tries nobody waits behind it.
          await database.pool.query('select count(*) from users')
        },
      })
      await expect(givenUp).rejects.toThrow(/another transaction holds it/)
      expect(pauses).toHaveLength(lockTriesMax - 1)
      expect(pauses.slice(0, 3)).toEqual([1_000, 2_000, 4_000])

      await migrateDatabase(database, { ...options, pause: () => other.query('rollback') })
      other.release()
      await database.pool.query('select later from users')
    },
  )

  async function addMigration(tag: string, sql: string): Promise<void> {
    const path = join(folder, 'meta/_journal.json')
    const journal = v.parse(journalSchema, JSON.parse(await readFile(path, 'utf8')))
    const when = Math.max(...journal.entries.map((entry) => entry.when)) + 1
    const entry = { idx: journal.entries.length, version: '7', when, tag, breakpoints: true }
    await writeFile(path, JSON.stringify({ ...journal, entries: [...journal.entries, entry] }))
    await writeFile(join(folder, `${tag}.sql`), sql)
  }

  async function tableIsThere(name: string): Promise<boolean> {
    const { rows } = await database.pool.query<{ there: boolean }>(
      'select to_regclass($1) is not null as there',
      [`public.${name}`],
    )
    return rows[0]?.there ?? false
  }
})

describe.each(databasesUnderTest('both'))('a process that is not to migrate, on %s', (kind) => {
  const off = { MIGRATE_ON_START: 'off' }

  test('ends with a word before `npm run migrate`, and starts after it, also beside a later build', async () => {
    const home = await createDatabaseHome(kind, 'empty')
    await expect(startServerProcess(home, off)).rejects.toThrow(/older than this build.*npm run/)
    expect(await migrate(home)).toMatch(/applied 0000_.*up to date/s)
    expect(await migrate(home)).toBe('the database is up to date\n')

    const database = await openHome(home)
    await database.pool.query(
      `insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a later build', 9999999999999)`,
    )
    await database.pool.query('update pgboss.version set version = version + 1')
    await database.close()
    expect(await migrate(home)).toBe('the database is newer than this build\n')
    for (const env of [off, {}]) {
      const server = await startServerProcess(home, env)
      expect((await fetch(`${server.origin}/api/health/ready`)).status).toBe(200)
      expect(await server.end('SIGTERM')).toBe(0)
    }
    await home.remove()
  })
})

/** `npm run migrate` on the database of a home; gives what it prints. */
async function migrate(home: DatabaseHome): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...quickNode.args, migrateCommand],
    {
      env: {
        PATH: process.env['PATH'],
        ...quickNode.env,
        DATA_DIR: home.dataDir,
        DATABASE_URL: home.databaseUrl ?? '',
      },
    },
  )
  return stdout
}
