import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { isDatabaseAway } from './errors.ts'
import type { Queryable } from './queryable.ts'
import { schema } from './schema.ts'

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
