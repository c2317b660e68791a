import { getTableName } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { migrateDatabase } from '#server/db/migrate.ts'
import { users } from '#server/db/schema/account.ts'
import { schema } from '#server/db/schema.ts'
import { startChild } from '#tests/support/child-process.ts'
import {
  createDatabaseHome,
  databasesUnderTest,
  openHome,
  type DatabaseHome,
} from '#tests/support/database.ts'

const migrator = new URL('./children/migrate-once.ts', import.meta.url)

describe.each(databasesUnderTest('both'))('migrations on %s', (kind) => {
  let home: DatabaseHome
  afterEach(() => home.remove())

  test('make every table on an empty database, and nothing the second time', async () => {
    home = await createDatabaseHome(kind, 'none')
    const database = await openHome(home)
    await migrateDatabase(database)
    await migrateDatabase(database)
    expect(await database.orm.select().from(users)).toEqual([])
    const { rows } = await database.pool.query(
      `select tablename from pg_tables where schemaname = 'public' order by tablename`,
    )
    expect(rows.map(({ tablename }: { tablename: string }) => tablename)).toEqual(
      Object.values(schema).map(getTableName).toSorted(),
    )
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
    home = await createDatabaseHome(kind, 'none')
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
