import { PgBoss, type Db } from 'pg-boss'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Database } from '#server/db/client.ts'
import { databaseErrorFacts } from '#server/db/errors.ts'
import type { MovableClock } from './by-hand.ts'

/** The tables of the library, beside ours. */
export const jobsSchema = 'pgboss'

/** How often somebody looks for jobs whose process died. */
const monitorSeconds = 30

/** The library on our pool. */
export function bossOf(
  { database, log, clock }: { database: Database; log?: Logger; clock?: MovableClock | undefined },
  { migrate, supervise }: { migrate: boolean; supervise: boolean },
): PgBoss {
  const boss = new PgBoss({
    db: poolDb(database.pool),
    schema: jobsSchema,
    backend: database.kind === 'embedded' ? 'pglite' : 'postgres',
    migrate,
    supervise,
    superviseIntervalSeconds: monitorSeconds,
    monitorIntervalSeconds: monitorSeconds,
    schedule: false,
    ...(clock ? { clock } : {}),
  })
  boss.on('error', (error) =>
    log?.warn(databaseErrorFacts(error), 'jobs could not be looked after'),
  )
  return boss
}

/** Our pool as the library sees it. What tests say about a session is said to each connection when it is next taken. */
function poolDb(pool: pg.Pool): Db {
  let release = () => {}
  return {
    executeSql: async (text, values) => {
      const client = await pool.connect()
      let broken = false
      try {
        return rowsOf(await client.query(text, values))
      } catch (error) {
        // A script of the library that fails may leave its transaction open: nobody else gets that connection.
        broken = true
        throw error
      } finally {
        client.release(broken)
      }
    },
    setSessionStatements: async (statements) => {
      release()
      release = prepareSessions(pool, statements)
    },
  }
}

/** Ours too, not the library's alone: a job that is noted in our transaction is due by the same clock. */
function prepareSessions(pool: pg.Pool, statements: readonly string[]): () => void {
  const prepared = new WeakSet<object>()
  const prepare = (client: pg.PoolClient) => {
    if (prepared.has(client)) return
    prepared.add(client)
    // A connection that fails says so to whoever takes it.
    for (const statement of statements) client.query(statement).catch(() => undefined)
  }
  pool.on('acquire', prepare)
  return () => void pool.off('acquire', prepare)
}

/** A script of several statements has a result for each. */
function rowsOf(result: pg.QueryResult | pg.QueryResult[]): { rows: unknown[] } {
  return { rows: [result].flat().flatMap(({ rows }) => rows) }
}
