import type pg from 'pg'
import { isDatabaseAway } from '#server/db/errors.ts'

/**
 * Runs `work` in a transaction that the statement `begin` opens, on one connection. Commits what it did, or
 * nothing of it when it throws. A connection that broke on the way is thrown away.
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  begin: string,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let broken = false
  try {
    await client.query(begin)
    const done = await work(client)
    await client.query('commit')
    return done
  } catch (error) {
    broken = isDatabaseAway(error) || !(await rolledBack(client))
    throw error
  } finally {
    client.release(broken)
  }
}

async function rolledBack(client: pg.PoolClient): Promise<boolean> {
  return client.query('rollback').then(
    () => true,
    () => false,
  )
}
