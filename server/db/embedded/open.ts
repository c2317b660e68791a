import { join } from 'node:path'
import { Pool } from 'pg'
import { databaseErrorFacts } from '../errors.ts'
import type { DatabaseLog } from '../log.ts'
import { lockDirectory } from './directory-lock.ts'
import { WireSocket } from './wire-socket.ts'
import { startWorker, type WorkerLink } from './worker-link.ts'

/** How long a request waits for the one connection before it is told that the database is away. */
const connectTimeoutMs = 10_000
/** Only the client's side keeps this limit: WebAssembly takes no signal, so `statement_timeout` does nothing. */
const queryTimeoutMs = 30_000

export interface EmbeddedDatabase {
  readonly pool: Pool
  readonly close: () => Promise<void>
}

/**
 * Opens `${dataDir}/db` behind the ordinary `pg` pool. Rejects with a message for the operator when another process
 * has the directory or the database cannot start; `onFatal` is called once if it can no longer keep data safe.
 */
export async function openEmbedded(options: {
  dataDir: string
  log: DatabaseLog
  onFatal: (error: Error) => void
}): Promise<EmbeddedDatabase> {
  const lock = await lockDirectory(options.dataDir)
  const directory = join(options.dataDir, 'db')
  try {
    const worker = await startWorker({
      script: new URL('./worker.ts', import.meta.url),
      directory,
      onFatal: options.onFatal,
    })
    const pool = poolOver(worker, options.log)
    const close = async () => {
      await pool.end()
      await worker.close()
      lock.release()
    }
    return { pool, close }
  } catch (cause) {
    lock.release()
    const { message } = databaseErrorFacts(cause)
    throw new Error(`The embedded database in ${directory} cannot start: ${message}`, { cause })
  }
}

/** One connection, since there is one session; it is kept, since a new one forgets prepared statements. */
function poolOver(worker: WorkerLink, log: DatabaseLog): Pool {
  const pool = new Pool({
    stream: () => new WireSocket((messages) => worker.execute(messages)),
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: queryTimeoutMs,
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
