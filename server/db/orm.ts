import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { isDatabaseAway, isDeadlock } from './errors.ts'
import { personLock } from './people.sql.ts'
import { schema } from './schema.ts'

/** A pool, or the one connection of a transaction. */
export type Queryable = Pick<pg.ClientBase, 'query'>

export type Orm = NodePgDatabase<typeof schema>
/** What `orm.transaction` hands to its callback. */
export type Transaction = Parameters<Parameters<Orm['transaction']>[0]>[0]
/** What `orm.transaction` and `ormOn` give alike, for those who write within somebody else's transaction. */
export type Statements = Pick<Orm, 'select' | 'insert' | 'update' | 'delete' | 'execute'>

/**
 * Drizzle over a pool. Its own `transaction` never gives a connection back when `begin` fails, so every outage
 * would cost connections for good; this one gives it back always, and throws a broken one away.
 */
export function createOrm(pool: pg.Pool): Orm {
  const orm = drizzle(pool, { schema })

  orm.transaction = async (work, config) => {
    const client = await pool.connect()
    let broken = false
    try {
      return await boundTo(client).transaction(work, config)
    } catch (error) {
      broken = isDatabaseAway(error)
      throw error
    } finally {
      client.release(broken)
    }
  }
  return orm
}

/** Drizzle on a connection that `inTransaction` has begun a transaction on: its statements are part of it. */
export function ormOn(client: Queryable): Statements {
  return boundTo(client)
}

const ormOfClient = new WeakMap<Queryable, Orm>()

function boundTo(client: Queryable): Orm {
  // Drizzle asks no more of a connection than its `query`.
  const bound = ormOfClient.get(client) ?? drizzle(client as pg.PoolClient, { schema })
  ormOfClient.set(client, bound)
  return bound
}

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

const deadlockTriesMax = 5

/**
 * Does a whole transaction anew where PostgreSQL ended it because it and another one waited for each other. What it does
 * outside of the database it does each time.
 */
export async function againAfterDeadlock<T>(transaction: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transaction()
    } catch (error) {
      if (tries === deadlockTriesMax || !isDeadlock(error)) throw error
    }
  }
}

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
