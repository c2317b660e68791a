import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import * as v from 'valibot'
import { afterEach, describe, expect, test } from 'vitest'
import { migrateDatabase } from '#server/db/migrate.ts'
import { users } from '#server/db/schema/account.ts'
import {
  createDatabaseHome,
  databasesUnderTest,
  openHome,
  type DatabaseHome,
} from '#tests/support/database.ts'

const migrations = fileURLToPath(new URL('../../../server/db/migrations', import.meta.url))
const journalSchema = v.looseObject({ entries: v.array(v.looseObject({ tag: v.string() })) })

describe.each(databasesUnderTest())('people from before e-mails were confirmed, on %s', (kind) => {
  let home: DatabaseHome
  let folder: string
  afterEach(async () => {
    await home.remove()
    await rm(folder, { recursive: true, force: true })
  })

  test('count as confirmed, and whoever was listed stays so', async () => {
    folder = await migrationsBefore('email_confirmed_at')
    home = await createDatabaseHome(kind, 'empty')
    const database = await openHome(home)
    const client = await database.pool.connect()
    await migrate(drizzle(client), { migrationsFolder: folder })
    client.release(true)
    for (const [name, type, verifiedAt] of before) {
      await database.pool.query(
        `insert into users (id, email, username, password_hash, user_type, firstname, lastname, birth_date, gender,
          country, state, phone_number, verified_at, rejected_reason, created_at)
        values (gen_random_uuid(), $1, $1, '', $2, '', '', '1990-01-01', '', '', '', '', $3, $4, '2026-01-01Z')`,
        [name, type, verifiedAt, name === 'rejected' ? 'Expired' : null],
      )
    }
    await migrateDatabase(database)
    const rows = await database.orm.select().from(users).orderBy(users.email)
    const created = new Date('2026-01-01Z')
    expect(
      rows.map(({ email, ...row }) => [
        email,
        row.emailConfirmedAt,
        row.approvedAt,
        row.verifiedAt,
      ]),
    ).toEqual([
      ['listed', created, listedAt, listedAt],
      ['rejected', created, null, null],
      ['teen', created, null, null],
      ['waiting', created, null, null],
    ])
    await database.close()
  })
})

const listedAt = new Date('2026-02-01Z')
const before = [
  ['listed', 'ServiceProvider', listedAt],
  ['rejected', 'ServiceProvider', null],
  ['teen', 'Adolescent', null],
  ['waiting', 'ServiceProvider', null],
] as const

/** The migrations as they were before the one that names a column for the first time. */
async function migrationsBefore(column: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'zync-migrations-'))
  await cp(migrations, folder, { recursive: true })
  const file = join(folder, 'meta/_journal.json')
  const journal = v.parse(journalSchema, JSON.parse(await readFile(file, 'utf8')))
  const entries: (typeof journal.entries)[number][] = []
  for (const entry of journal.entries) {
    if ((await readFile(join(folder, `${entry.tag}.sql`), 'utf8')).includes(column)) break
    entries.push(entry)
  }
  await writeFile(file, JSON.stringify({ ...journal, entries }))
  return folder
}
