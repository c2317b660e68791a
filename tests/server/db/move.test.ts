import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { moveToPostgres } from '#server/backup/move.ts'
import { users } from '#server/db/schema/account.ts'
import { ledgerOps } from '#server/db/schema/upkeep.ts'
import { call } from '#tests/support/call.ts'
import { databasesUnderTest, openTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { answerOf, wireOp } from '#tests/support/ops.ts'
import { addPerson } from '#tests/support/people.ts'
import { startTestServer } from '#tests/support/server.ts'
import { setSqlStage } from './sql-stage.ts'

describe.runIf(databasesUnderTest('both').length === 2)('moving to PostgreSQL', () => {
  let from: TestDatabase
  let to: TestDatabase
  beforeAll(async () => {
    from = await openTestDatabase('embedded')
    to = await openTestDatabase('postgres')
    await setSqlStage(from.database, from.home.dataDir)
  })
  afterAll(async () => {
    await from.drop()
    await to.drop()
  })

  test('stops where something would arrive as another value, and leaves the target as it was', async () => {
    const { pool, orm } = to.database
    await addPerson(from.database)
    const type = (precision: number) =>
      pool.query(`alter table sessions alter column expires_at type timestamptz(${precision})`)
    await from.database.pool.query(`update sessions set expires_at = expires_at + '1 microsecond'`)
    await type(0)
    const moving = moveToPostgres(from.database, to.database)
    await expect(moving).rejects.toThrow('sessions did not arrive as it was. Nothing was moved.')
    expect(await orm.$count(users)).toBe(0)
    await type(6)
  })

  test('that is cut off from the target leaves both as they were', async () => {
    const { pool, orm } = to.database
    const before = await from.database.orm.$count(users)
    const other = await pool.connect()
    await other.query('begin; lock table users in share mode')
    const moving = moveToPostgres(from.database, to.database).catch((error: unknown) => error)
    const cut = async () =>
      (
        await pool.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).rowCount
    await expect.poll(cut).toBe(1)
    await other.query('rollback')
    other.release()
    expect(await moving).toMatchObject({ code: '57P01' })
    expect([await orm.$count(users), await from.database.orm.$count(users)]).toEqual([0, before])
  })

  test('takes every table along, compared, and the ledger goes on', async () => {
    const person = await addPerson(from.database)
    const op = wireOp(answerOf())
    const body = { ops: [op] }
    const before = await startTestServer(from.database)
    await call(before.origin, 'pushOps', { body }, person)
    await before.close()

    const sums = await moveToPostgres(from.database, to.database)
    const moved = new Map(sums.map(({ table, rows }) => [table, rows]))
    expect(moved.get('users')).toBe(await from.database.orm.$count(users))
    expect(moved.get('ledger_ops')).toBe(await from.database.orm.$count(ledgerOps))
    expect([...moved.keys()]).toContain('pgboss.job')

    const after = await startTestServer(to.database)
    const { reply } = await call(after.origin, 'pushOps', { body }, person)
    expect(reply.results).toMatchObject([{ opId: op.opId, status: 'duplicate' }])
    expect(await after.jobs.givenUp.list()).toMatchObject([{ kind: 'cleanup', count: 1 }])
    expect(await after.jobs.givenUp.retry('cleanup')).toBe(1)
    await after.close()
    // The keys and triggers are back.
    await to.database.pool.query('delete from users where id = $1', [person.id])
    const { rows } = await to.database.pool.query(
      'select count(*)::int as n from ledger_ops where user_id = $1',
      [person.id],
    )
    expect(rows).toEqual([{ n: 0 }])
  })

  test('refuses a database that people are in', async () => {
    await expect(moveToPostgres(from.database, to.database)).rejects.toThrow(/People are in/)
  })
})
