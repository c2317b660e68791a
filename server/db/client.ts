import type pg from 'pg'
import { openEmbedded } from './embedded/open.ts'
import type { DatabaseLog } from './log.ts'
import { createOrm, type Orm } from './orm.ts'
import { openPostgres } from './postgres.ts'

export interface Database {
  readonly kind: 'embedded' | 'postgres'
  readonly pool: pg.Pool
  /**
   * Inside `orm.transaction(async (tx) => ...)` use `tx` alone: the embedded database has one connection, the
   * transaction holds it, and a query through `orm` would wait for it until it times out.
   */
  readonly orm: Orm
  /** Resolves once the database has answered; rejects with an error that `isDatabaseAway` knows otherwise. */
  readonly ping: () => Promise<void>
  /** Waits for the queries under way, then lets go of everything; a second call waits for the first. */
  readonly close: () => Promise<void>
}

export interface OpenDatabaseOptions {
  /** A PostgreSQL address; the embedded database in `${dataDir}/db` is used without one. */
  readonly databaseUrl?: string | undefined
  readonly dataDir: string
  readonly log: DatabaseLog
  /** Called at most once, when data can no longer be made safe: the process must end and start anew. */
  readonly onFatal: (error: Error) => void
}

/**
 * Opens the database, or rejects with a message for the operator: PostgreSQL does not answer, or the embedded
 * database is open in another process, cannot start, or sits on a disk that does not keep what it is given.
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  const { databaseUrl, log } = options
  if (databaseUrl !== undefined && databaseUrl !== '') {
    const pool = await openPostgres({ databaseUrl, log })
    return asDatabase('postgres', pool, () => pool.end())
  }
  const embedded = await openEmbedded(options)
  return asDatabase('embedded', embedded.pool, embedded.close)
}

function asDatabase(kind: Database['kind'], pool: pg.Pool, end: () => Promise<void>): Database {
  let closing: Promise<void> | undefined
  return {
    kind,
    pool,
    orm: createOrm(pool),
    ping: async () => {
      await pool.query('select 1')
    },
    close: () => (closing ??= end()),
  }
}
