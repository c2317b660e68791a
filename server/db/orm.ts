import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { isDatabaseAway } from './errors.ts'
import { schema } from './schema.ts'

export type Orm = NodePgDatabase<typeof schema>
/** What `orm.transaction` hands to its callback. */
export type Transaction = Parameters<Parameters<Orm['transaction']>[0]>[0]

/**
 * Drizzle over a pool. Its own `transaction` never gives a connection back when `begin` fails, so every outage
 * would cost connections for good; this one gives it back always, and throws a broken one away.
 */
export function createOrm(pool: pg.Pool): Orm {
  const orm = drizzle(pool, { schema })
  const ormOfClient = new WeakMap<pg.PoolClient, Orm>()

  orm.transaction = async (work, config) => {
    const client = await pool.connect()
    let broken = false
    try {
      const bound = ormOfClient.get(client) ?? drizzle(client, { schema })
      ormOfClient.set(client, bound)
      return await bound.transaction(work, config)
    } catch (error) {
      broken = isDatabaseAway(error)
      throw error
    } finally {
      client.release(broken)
    }
  }
  return orm
}
