import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { getTableName } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { migrateDatabase, schemaState } from '#server/db/migrate.ts'
import { schema } from '#server/db/schema.ts'
import { users } from '#server/db/schema/account.ts'
import { startChild } from '#tests/support/child-process.ts'
import {
  createDatabaseHome,
  databasesUnderTest,
  openHome,
  type DatabaseHome,
} from '#tests/support/database.ts'
import { migrateUpTo } from '#tests/support/migrate-up-to.ts'

const folder = fileURLToPath(new URL('../../../server/db/migrations', import.meta.url))
/** Those up to here have run everywhere and stay as they are. */
const lastOfOld = '0020_request_message.sql'
const migrator = new URL('./children/migrate-once.ts', import.meta.url)

describe.each(databasesUnderTest('both'))('migrations on %s', (kind) => {
  let home: DatabaseHome
  afterEach(() => home.remove())

  test('make every table on an empty database, and nothing the second time', async () => {
    home = await createDatabaseHome(kind, 'empty')
    const database = await openHome(home)
    await migrateDatabase(database)
    await migrateDatabase(database)
    expect(await database.orm.select().from(users)).toEqual([])
    const { rows } = await database.pool.query(
      `select relname as tablename from pg_class where relnamespace = 'public'::regnamespace
        and relkind in ('r', 'p') and not relispartition order by relname`,
    )
    expect(rows.map(({ tablename }: { tablename: string }) => tablename)).toEqual(
      Object.values(schema).map(getTableName).toSorted(),
    )
    await database.close()
  })

  test('build an index that an earlier text of theirs has built already no second time', async () => {
    home = await createDatabaseHome(kind, 'none')
    const database = await openHome(home)
    await migrateUpTo(database, '_language_indexes.concurrent')
    const indexes = async () => {
      const { rows } = await database.pool.query<{ name: string }>(
        `select indexname as name from pg_indexes where indexname ~ '_fold_idx$' order by 1`,
      )
      return rows.map(({ name }) => name)
    }
    expect(await indexes()).toEqual([])
    await database.pool.query(
      `create index library_items_fold_idx on library_items (fold);
       update drizzle.__drizzle_migrations set hash = 'another'`,
    )
    await migrateDatabase(database)
    expect(await indexes()).toEqual(['library_items_fold_idx', 'providers_fold_idx'])
    expect(await schemaState(database)).toEqual({ missing: [], newer: false })
    await database.close()
  })

  test('leave the lock free and the connections whole', async () => {
    home = await createDatabaseHome(kind)
    const database = await openHome(home)
    await Promise.all([migrateDatabase(database), migrateDatabase(database)])
    const { rows } = await database.pool.query(
      `select count(*)::int as held from pg_locks
       where locktype = 'advisory'
         and database = (select oid from pg_database where datname = current_database())`,
    )
    expect(rows).toEqual([{ held: 0 }])
    await database.close()
  })

  test.runIf(kind === 'postgres')('run by six processes at once succeed in all six', async () => {
    home = await createDatabaseHome(kind, 'empty')
    const starters = Array.from({ length: 6 }, () => startChild(migrator, JSON.stringify(home)))
    const opened = await Promise.all(starters.map((starter) => starter.nextLine()))
    expect(opened).toEqual(Array(6).fill('open'))
    const outcomes = await Promise.all(
      starters.map(async (starter) => {
        await starter.finish()
        return starter.nextLine()
      }),
    )
    expect(outcomes).toEqual(Array(6).fill('migrated'))
  })
})

test('an index on a table that people write to already is built beside them, outside of a transaction', () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql') && name > lastOfOld)
  const holdingUp = files.flatMap((name) => {
    const text = readFileSync(`${folder}/${name}`, 'utf8')
    const made = new Set([...text.matchAll(/CREATE TABLE "(\w+)"/gi)].map(([, table]) => table))
    const built = [...text.matchAll(/CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY)[^;]* ON "(\w+)"/gi)]
    return built.filter(([, table]) => !made.has(table)).map(([line]) => `${name}: ${line}`)
  })
  expect(files.length).toBeGreaterThan(0)
  expect(holdingUp).toEqual([])
})
