import { AsyncLocalStorage } from 'node:async_hooks'
import pg, { Pool } from 'pg'
import { openEmbedded } from './embedded/open.ts'
import type { EmbeddedEngine } from './embedded/start.ts'
import { type DatabaseLog, databaseErrorFacts } from './errors.ts'
import { createOrm, type Orm } from './orm.ts'

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
  /** Of the embedded database: copies its files as they are at one moment, while it runs. */
  readonly copyFiles?: (directory: string) => Promise<void>
  /** Waits for the queries under way, then lets go of everything; a second call waits for the first. */
  readonly close: () => Promise<void>
}

export interface OpenDatabaseOptions {
  /** A PostgreSQL address; the embedded database in `${dataDir}/db` is used without one. */
  readonly databaseUrl?: string | undefined
  /** Connections that the pool on PostgreSQL holds at most. */
  readonly databasePoolMax?: number
  readonly dataDir: string
  readonly log: DatabaseLog
  /** No statement is given up, however long it takes: for commands that have the data to themselves. */
  readonly unhurried?: boolean
  /** An engine of the embedded database that is on its way already. */
  readonly engine?: Promise<EmbeddedEngine> | undefined
  /** Called at most once, when data can no longer be made safe: the process must end and start anew. */
  readonly onFatal: (error: Error) => void
}

/**
 * Opens the database, or rejects with a message for the operator: PostgreSQL does not answer, or the embedded
 * database is open in another process, cannot start, or sits on a disk that does not keep what it is given.
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  const { databaseUrl, databasePoolMax: max = connectionsMax, log, unhurried = false } = options
  if (databaseUrl !== undefined && databaseUrl !== '') {
    const pool = await openPostgres({ databaseUrl, max, log, unhurried })
    const asking = poolOf({ databaseUrl, max: 1, log, unhurried: false })
    const end = async () => void (await Promise.all([pool.end(), asking.end()]))
    return asDatabase('postgres', { pool, asking, end })
  }
  const embedded = await openEmbedded(options)
  const { pool, close, copyFiles } = embedded
  return { ...asDatabase('embedded', { pool, asking: pool, end: close }), copyFiles }
}

/** `asking` has a connection of its own for the one question whether the database answers: a process under load is no dead one. */
function asDatabase(
  kind: Database['kind'],
  { pool, asking, end }: { pool: pg.Pool; asking: pg.Pool; end: () => Promise<void> },
): Database {
  let closing: Promise<void> | undefined
  measureUse(pool)
  return {
    kind,
    pool,
    orm: createOrm(pool),
    ping: async () => {
      const wasIdle = asking.idleCount > 0
      try {
        await asking.query('select 1')
      } catch (error) {
        // A connection that died while nobody used it says nothing of the database: a new one asks.
        if (!wasIdle) throw error
        await asking.query('select 1')
      }
    },
    close: () => (closing ??= end()),
  }
}

/** Several equal processes share one PostgreSQL, whose default limit is 100 connections. */
const connectionsMax = 10
const connectTimeoutMs = 5_000
/** A request that has not been answered by then is worth nothing to the person any more. */
const statementTimeoutMs = 30_000
/** Longer than the server's own limit: it only ends what a dead network would keep waiting for ever. */
const queryTimeoutMs = 35_000
/** What a transaction holds is not held for longer by a process that says nothing: its machine may have lost its power. */
const silenceInTransactionMs = 30_000

/**
 * A pool on PostgreSQL that has answered once. It outlives the database: connections that die are replaced,
 * queries meanwhile reject with an error that `isDatabaseAway` knows.
 */
async function openPostgres(options: PoolOptions): Promise<Pool> {
  const pool = poolOf(options)
  try {
    await pool.query('select 1')
    return pool
  } catch (cause) {
    await pool.end()
    throw new Error(refusal(options.databaseUrl, cause), { cause })
  }
}

interface PoolOptions {
  readonly databaseUrl: string
  readonly max: number
  readonly log: DatabaseLog
  readonly unhurried: boolean
}

function poolOf(options: PoolOptions): Pool {
  const pool = new Pool({
    connectionString: options.databaseUrl,
    max: options.max,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 30_000,
    statement_timeout: options.unhurried ? 0 : statementTimeoutMs,
    query_timeout: options.unhurried ? 0 : queryTimeoutMs,
    idle_in_transaction_session_timeout: options.unhurried ? 0 : silenceInTransactionMs,
    keepAlive: true,
    application_name: 'zync',
  })
  surviveLostConnections(pool, options.log)
  return pool
}

/**
 * Node ends a process over an 'error' event that nobody listens to. The pool raises one for an idle
 * connection that dies, a connection itself raises one while it is in use.
 */
function surviveLostConnections(pool: Pool, log: DatabaseLog): void {
  pool.on('error', (error) => log.warn(databaseErrorFacts(error), 'a database connection was lost'))
  pool.on('connect', (client) => client.on('error', noteNothing))
}

/** The query under way rejects with the same error, and the pool reports idle ones. */
function noteNothing(): void {}

function refusal(databaseUrl: string, cause: unknown): string {
  const { code, message } = databaseErrorFacts(cause)
  const reason = [code, message].filter(Boolean).join(': ')
  return `PostgreSQL at ${addressOf(databaseUrl)} does not answer (${reason}). Check DATABASE_URL and that the database runs.`
}

/** Host, port and database name; never the user's password. */
function addressOf(databaseUrl: string): string {
  if (!URL.canParse(databaseUrl)) return 'the address in DATABASE_URL'
  const { host, pathname } = new URL(databaseUrl)
  return `${host}${pathname}`
}

/** What a request asked of the database. */
interface DatabaseUse {
  /** How long its statements took together, with what they waited for a connection. */
  ms: number
  statements: number
}

const current = new AsyncLocalStorage<DatabaseUse>()

/** Does work of one request; what it asks of a measured pool is added to `use`. */
export function withDatabaseUse<T>(use: DatabaseUse, work: () => Promise<T>): Promise<T> {
  return current.run(use, work)
}

type Loose = (...given: unknown[]) => unknown

/**
 * Adds what is asked of a pool to the request that asks. A statement that answers several requests at once counts for the
 * one that asked first. What nobody's request asks costs nothing.
 */
function measureUse(pool: pg.Pool): void {
  /** Whose connection it is at the moment: statements of others may be on the way through it, by way of the pool. */
  const holders = new WeakMap<object, DatabaseUse>()
  const [ask, connect] = [pool.query.bind(pool) as Loose, pool.connect.bind(pool) as Loose]

  const askMeasured: Loose = (...given) => timed(current.getStore(), ask, given)
  const connectMeasured: Loose = (...given) => {
    const use = current.getStore()
    // The pool connects with a callback for its own queries, which are measured already.
    if (!use || given.length > 0) return connect(...given)
    const startedMs = performance.now()
    return (connect() as Promise<pg.PoolClient>).then((client) => {
      use.ms += performance.now() - startedMs
      measureClient(client)
      holders.set(client, use)
      return client
    })
  }
  const measured = new WeakSet<object>()
  function measureClient(client: pg.PoolClient): void {
    if (measured.has(client)) return
    measured.add(client)
    const own = client.query.bind(client) as Loose
    const ownMeasured: Loose = (...given) => timed(holders.get(client), own, given)
    Object.assign(client, { query: ownMeasured })
  }
  Object.assign(pool, { query: askMeasured, connect: connectMeasured })
  pool.on('release', (_error, client) => void holders.delete(client))
}

/** Asks, and adds the time until the answer; an answer comes as a promise or to a callback. */
function timed(use: DatabaseUse | undefined, ask: Loose, given: unknown[]): unknown {
  if (!use) return ask(...given)
  const startedMs = performance.now()
  const note = () => {
    use.ms += performance.now() - startedMs
  }
  use.statements += 1
  const last = given.at(-1)
  if (typeof last === 'function') {
    const answered: Loose = (...answer) => {
      note()
      return (last as Loose)(...answer)
    }
    return ask(...given.slice(0, -1), answered)
  }
  const answer = ask(...given)
  if (answer instanceof Promise) answer.then(note, note)
  return answer
}
