import pg from 'pg'
import { isDatabaseAway } from '#server/db/errors.ts'
import type { Statements } from './orm.ts'
import { personLock } from './people-lock.sql.ts'

/**
 * Runs `work` in a transaction that the statement `begin` opens, on one connection. Commits what it did, or
 * nothing of it when it throws. A connection that broke on the way is thrown away. `work` also gets what the last
 * of several statements in `begin` gave.
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  begin: string,
  work: (client: pg.PoolClient, opened: pg.QueryResult) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let broken = false
  try {
    const opened: pg.QueryResult | pg.QueryResult[] = await client.query(begin)
    const done = await work(client, [opened].flat().at(-1) ?? nothing)
    await client.query('commit')
    return done
  } catch (error) {
    broken = isDatabaseAway(error) || !(await rolledBack(client))
    throw error
  } finally {
    client.release(broken)
  }
}

const nothing: pg.QueryResult = { rows: [], rowCount: 0, command: '', oid: 0, fields: [] }

async function rolledBack(client: pg.PoolClient): Promise<boolean> {
  return client.query('rollback').then(
    () => true,
    () => false,
  )
}

/**
 * Until the transaction ends nobody else changes the times or the purchases of these people. Always taken in the same
 * order, and before any row: two who wait for each other would wait for ever.
 */
export async function lockPeople(tx: Statements, ...ids: readonly string[]): Promise<void> {
  for (const id of [...new Set(ids)].sort()) {
    await personLock.run(tx, id)
  }
}
