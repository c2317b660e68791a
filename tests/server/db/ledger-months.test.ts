import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/client.ts'
import { keepLedgerMonths, ledgerRetentionDays, monthsAhead } from '#server/db/maintenance.ts'
import { migrateDatabase, schemaState } from '#server/db/migrate.ts'
import { ledgerOps } from '#server/db/schema/upkeep.ts'
import { bodyHash, opDaysAheadMax, opDaysMax } from '#server/features/sync/plan.ts'
import { failTest, quietLog } from '#tests/support/database-log.ts'
import {
  createDatabaseHome,
  databasesUnderTest,
  openHome,
  openTestDatabase,
  type TestDatabase,
} from '#tests/support/database.ts'
import { migrateUpTo } from '#tests/support/migrate-up-to.ts'
import { patience } from '#tests/support/patience.ts'

const dayMs = 86_400_000
const now = new Date('2031-11-20T12:00:00Z')
const userId = '019a0000-0000-7000-8000-000000000001'
const before = (days: number) => new Date(now.getTime() - days * dayMs)
const failOnWarning = { warn: (_: object, message: string) => failTest(new Error(message)) }

describe.each(databasesUnderTest('both'))('the months of the ledger, on %s', (kind) => {
  let opened: TestDatabase
  beforeAll(async () => {
    opened = await openTestDatabase(kind)
  })
  afterAll(() => opened.drop())
  beforeEach(async () => {
    await opened.database.orm.delete(ledgerOps)
    await keepLedgerMonths(opened.database, now, quietLog)
  })

  async function addOps(count: number, appliedAt: Date): Promise<void> {
    await opened.database.pool.query(
      `insert into ledger_ops select $1, gen_random_uuid(), '', '{}', $2 from generate_series(1, $3)`,
      [userId, appliedAt, count],
    )
  }
  async function months(): Promise<string[]> {
    const { rows } = await opened.database.pool.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'ledger_ops'::regclass order by 1`,
    )
    return rows.map(({ name }) => name)
  }
  async function inTheRest(): Promise<number> {
    const { rows } = await opened.database.pool.query<{ n: number }>(
      'select count(*)::int as n from ledger_ops_rest',
    )
    return rows[0]?.n ?? 0
  }

  test('are there before they begin, and made once however many processes ask', async () => {
    const names = ['2031_11', '2031_12', '2032_01', '2032_02'].map((name) => `ledger_ops_${name}`)
    expect(await months()).toEqual([...names, 'ledger_ops_rest'])
    expect(names).toHaveLength(monthsAhead + 1)
    const later = new Date('2032-01-31T23:59:59Z')
    await Promise.all([1, 2, 3].map(() => keepLedgerMonths(opened.database, later, failOnWarning)))
    expect(await months()).toContain('ledger_ops_2032_04')
    await opened.database.pool.query('drop table ledger_ops_2032_03, ledger_ops_2032_04')
  })

  test('go as a whole once they are over, and nothing of the days that are kept goes', async () => {
    // A month's last moment that is kept, and the one before it.
    const edge = new Date('2031-05-31T23:59:59Z')
    await addOps(5, new Date('2031-04-30T23:59:59Z'))
    await addOps(7, edge)
    await addOps(9, new Date('2031-06-01T00:00:00Z'))
    await keepLedgerMonths(opened.database, before(30), quietLog)
    expect(await opened.database.orm.$count(ledgerOps)).toBe(21)
    expect(await months()).toContain('ledger_ops_2031_04')
    const { dropped } = await keepLedgerMonths(opened.database, now, failOnWarning)
    expect(dropped).toBe(1)
    expect(await opened.database.orm.$count(ledgerOps)).toBe(16)
    await keepLedgerMonths(opened.database, new Date('2031-11-29T00:00:00Z'), failOnWarning)
    expect(await opened.database.orm.$count(ledgerOps)).toBe(9)
  })

  test('take in what found no month, and say so', async () => {
    const warnings: object[] = []
    await addOps(2, new Date('2031-07-31T23:59:59.999Z'))
    await addOps(3, new Date('2031-08-01T00:00:00Z'))
    expect(await inTheRest()).toBe(5)
    await keepLedgerMonths(opened.database, now, { warn: (facts) => void warnings.push(facts) })
    expect(warnings).toEqual([{ homeless: 5 }])
    expect([await inTheRest(), await opened.database.orm.$count(ledgerOps)]).toEqual([0, 5])
    await addOps(1, new Date('2031-08-15T00:00:00Z'))
    expect(await inTheRest()).toBe(0)
  })

  test('never end while one of their operations could still come for the first time', () => {
    expect(opDaysMax + opDaysAheadMax + 14).toBeLessThan(ledgerRetentionDays)
  })
})

test.each(databasesUnderTest('both'))('rows of the old shape go over, on %s', async (kind) => {
  const home = await createDatabaseHome(kind, 'empty')
  const database = await openHome(home)
  await migrateUpTo(database, '_ledger_months')
  const { pool } = database
  await addUser(database)
  const hash = bodyHash('trackers.record', 1, { a: 1 })
  const result = { status: 'superseded', result: { stored: true } }
  const ids = [0, 1, 2, 3].map(() => randomUUID())
  const times = ['now()', `now() - interval '100 days'`, `now() - interval '2 years'`, 'now()']
  for (const [index, at] of times.entries()) {
    await pool.query(`insert into sync_ops values ($1, $2, $3, $4, ${at})`, [
      userId,
      ids[index],
      hash,
      index === 0 ? null : JSON.stringify(result),
    ])
  }
  await migrateDatabase(database)
  const rows = await database.orm.select().from(ledgerOps)
  expect(rows.map(({ opId }) => opId).toSorted()).toEqual(ids.toSorted())
  expect(new Set(rows.map((row) => row.bodyHash))).toEqual(new Set([hash]))
  expect(rows.find(({ opId }) => opId === ids[0])?.result).toBeNull()
  expect(rows.find(({ opId }) => opId === ids[2])?.result).toEqual(result)

  // A process of the build before, which is being replaced, knows the old name alone.
  const late = randomUUID()
  await pool.query(
    `insert into sync_ops (user_id, op_id, body_hash, result)
      select $1, given.* from unnest($2::uuid[], $3::text[], $4::jsonb[]) as given`,
    [userId, [late], [hash], [null]],
  )
  const seen = await pool.query(
    `select op_id as "opId", body_hash as "bodyHash", result as effect from sync_ops
      where user_id = $1 and op_id = any($2::uuid[])`,
    [userId, [late, ids[1]]],
  )
  expect(seen.rows).toHaveLength(2)
  expect(seen.rows).toContainEqual({ opId: late, bodyHash: hash, effect: null })
  const gone = await pool.query(
    `delete from sync_ops where (user_id, op_id) in
      (select user_id, op_id from sync_ops where applied_at < now() - interval '1 year' limit 5000)`,
  )
  expect([gone.rowCount, await database.orm.$count(ledgerOps)]).toEqual([1, 4])
  await database.close()
  await home.remove()
})

test.runIf(databasesUnderTest().includes('postgres'))(
  'what processes of the build before write while its rows go over is not lost',
  async () => {
    const home = await createDatabaseHome('postgres', 'none')
    const database = await openHome(home)
    await migrateUpTo(database, '_ledger_months')
    const { pool } = database
    await addUser(database)
    const hash = bodyHash('trackers.record', 1, { a: 1 })
    const insert = 'insert into sync_ops (user_id, op_id, body_hash) values ($1, $2, $3)'
    const ids = [randomUUID(), randomUUID(), randomUUID()]
    await pool.query(insert, [userId, ids[0], hash])
    const writer = await pool.connect()
    await writer.query('begin')
    await writer.query(insert, [userId, ids[1], hash])
    const migrating = migrateDatabase(database, { lockTimeoutMs: 60_000 })
    // The copy has been made without that row, and waits for its writer.
    const waiting = `select count(*)::int as n from pg_locks
      where relation = to_regclass('sync_ops') and mode = 'AccessExclusiveLock' and not granted`
    await expect.poll(async () => (await pool.query(waiting)).rows, patience).toEqual([{ n: 1 }])
    const late = pool.query(insert, [userId, ids[2], hash])
    await writer.query('commit')
    writer.release()
    await migrating
    await late
    const rows = await database.orm.select().from(ledgerOps)
    expect(rows.map(({ opId }) => opId).toSorted()).toEqual(ids.toSorted())
    await database.close()
    await home.remove()
  },
)

test.each(databasesUnderTest())(
  'a database that has the first text of it starts, on %s',
  async (kind) => {
    const home = await createDatabaseHome(kind, 'none')
    const database = await openHome(home)
    const { pool } = database
    await migrateUpTo(database, '_ledger_indexes.concurrent')
    // As the text was before: with its indexes, and without what somebody wrote or deleted meanwhile.
    await pool.query(`create index access_log_subject_idx on access_log (subject_id, at, id);
    drop index access_log_subject_id_idx;
    create index access_log_at_idx on access_log using brin (at);
    create index sessions_expires_at_idx on sessions (expires_at);
    create index notices_created_at_idx on notices using brin (created_at);
    update drizzle.__drizzle_migrations set hash = 'another';
    insert into ledger_ops (user_id, op_id, body_hash) values ('${userId}', gen_random_uuid(), '')`)
    await migrateDatabase(database)
    expect(await schemaState(database)).toEqual({ missing: [], newer: false })
    expect(await database.orm.$count(ledgerOps)).toBe(0)
    await database.close()
    await home.remove()
  },
)

/** Whose operations they are, as the tables of then have it. */
async function addUser({ pool }: Database): Promise<void> {
  await pool.query(
    `insert into users (id, email, username, password_hash, user_type, firstname, lastname, birth_date, gender,
        country, state, phone_number)
      values ($1, 'a', 'a', 'x', 'Adolescent', 'A', 'B', '2009-03-14', 'Female', 'Egypt', 'Giza', '1')`,
    [userId],
  )
}
