import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase, type Database } from '#server/db/client.ts'
import { isDatabaseAway } from '#server/db/errors.ts'
import { failTest, quietLog } from '#tests/support/database-log.ts'
import {
  createDatabaseHome,
  databasesUnderTest,
  type DatabaseHome,
} from '#tests/support/database.ts'
import { asAdmin } from '#tests/support/postgres-under-test.ts'
import { openTcpGate, type TcpGate } from '#tests/support/tcp-gate.ts'

test('a PostgreSQL that is away at the start is named, without its password', async () => {
  const opening = openDatabase({
    databaseUrl: 'postgres://zync:hush-hush@127.0.0.1:1/zync',
    dataDir: 'unused',
    log: quietLog,
    onFatal: failTest,
  })
  const error = await opening.catch((refusal: unknown) => refusal)
  expect(String(error)).toMatch(
    /^Error: PostgreSQL at 127\.0\.0\.1:1\/zync does not answer \(ECONN/,
  )
  expect(String(error)).not.toContain('hush')
})

describe.runIf(databasesUnderTest().includes('postgres'))('a PostgreSQL that goes away', () => {
  let home: DatabaseHome
  let gate: TcpGate
  let database: Database

  beforeAll(async () => {
    home = await createDatabaseHome('postgres')
    const url = new URL(home.databaseUrl ?? '')
    gate = await openTcpGate({ host: url.hostname, port: Number(url.port || 5432) })
    url.hostname = '127.0.0.1'
    url.port = String(gate.port)
    database = await openDatabase({
      databaseUrl: url.href,
      dataDir: home.dataDir,
      log: quietLog,
      onFatal: failTest,
    })
  })
  afterAll(async () => {
    await database.close()
    await gate.close()
    await home.remove()
  })

  async function isAway(work: Promise<unknown>): Promise<boolean> {
    return work.then(
      () => false,
      (error: unknown) => isDatabaseAway(error),
    )
  }

  test('answers as away meanwhile and serves again when it is back, more transactions lost than connections', async () => {
    await gate.close()
    expect(await isAway(database.ping())).toBe(true)
    for (let i = 0; i < 15; i += 1) {
      const lost = database.orm.transaction((tx) => tx.execute(sql`select 1`))
      expect(await isAway(lost)).toBe(true)
    }
    await gate.open()
    await database.ping()
    expect((await database.orm.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
  })

  test('amid transactions rejects them, keeps the process and loses no connection for good', async () => {
    for (let round = 0; round < 12; round += 1) {
      const lost = database.orm.transaction(async (tx) => {
        const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
        await asAdmin((client) => client.query('select pg_terminate_backend($1)', [rows[0]?.pid]))
        await tx.execute(sql`select 1`)
      })
      expect(await isAway(lost)).toBe(true)
    }
    expect(database.pool.totalCount).toBeLessThanOrEqual(1)
    await database.ping()
  })

  test('keeps no lock for a process that died amid its transaction without a word', async () => {
    const silent = await database.pool.connect()
    const shown = await silent.query('show idle_in_transaction_session_timeout')
    expect(shown.rows).toEqual([{ idle_in_transaction_session_timeout: '30s' }])
    // A test does not wait that long.
    await silent.query("set idle_in_transaction_session_timeout = '100ms'")
    await silent.query('begin; select pg_advisory_xact_lock(7)')
    await database.pool.query('select pg_advisory_lock(7)')
    expect(await isAway(silent.query('commit'))).toBe(true)
    silent.release(true)
  })

  test('under idle connections costs nobody an error', async () => {
    await Promise.all(Array.from({ length: 5 }, () => database.pool.query('select 1')))
    await database.ping()
    const gone = new Promise((resolve) => database.pool.once('remove', resolve))
    await asAdmin((client) =>
      client.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = $1`, [
        new URL(home.databaseUrl ?? '').pathname.slice(1),
      ]),
    )
    await gone
    await expect.poll(() => database.pool.totalCount).toBe(0)
    await database.ping()
  })
})
