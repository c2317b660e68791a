import { Pool } from 'pg'
import { databaseErrorFacts, type DatabaseLog } from '../errors.ts'
import { startEngine, type EmbeddedEngine } from './start.ts'
import { WireSocket } from './wire-socket.ts'
import type { WorkerLink } from './worker-link.ts'

/** How long a request waits for the one connection before it is told that the database is away. */
const connectTimeoutMs = 10_000
/** Only the client's side keeps this limit: WebAssembly takes no signal, so `statement_timeout` does nothing. */
const queryTimeoutMs = 30_000

export interface EmbeddedDatabase {
  readonly pool: Pool
  readonly copyFiles: (directory: string) => Promise<void>
  readonly close: () => Promise<void>
}

/**
 * Opens the embedded database behind the ordinary `pg` pool, over an engine that is on its way already or a new one. Rejects as
 * `startEngine` does.
 */
export async function openEmbedded(options: {
  dataDir: string
  log: DatabaseLog
  onFatal: (error: Error) => void
  unhurried?: boolean
  engine?: Promise<EmbeddedEngine> | undefined
}): Promise<EmbeddedDatabase> {
  const { dataDir, log, onFatal, unhurried = false } = options
  const { worker, lock } = await (options.engine ?? startEngine(dataDir, onFatal))
  const pool = poolOver(worker, log, unhurried ? 0 : queryTimeoutMs)
  const close = async () => {
    await pool.end()
    await worker.close()
    lock.release()
  }
  return { pool, close, copyFiles: (directory) => worker.copyFiles(directory) }
}

/** One connection, since there is one session; it is kept, since a new one forgets prepared statements. */
function poolOver(worker: WorkerLink, log: DatabaseLog, limitMs: number): Pool {
  const pool = new Pool({
    stream: () => new WireSocket((messages) => worker.execute(messages)),
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: limitMs,
    // Given, so that PGSSLMODE and the like in the environment change nothing here.
    ssl: false,
    user: 'postgres',
    database: 'postgres',
  })
  pool.on('error', (error) => log.warn(databaseErrorFacts(error), 'the embedded database hung up'))
  pool.on('connect', (client) => client.on('error', noteNothing))
  return pool
}

/** The query under way rejects with the same error; unheard, the event would end the process. */
function noteNothing(): void {}
