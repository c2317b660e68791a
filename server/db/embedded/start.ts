import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { databaseErrorFacts, type DatabaseLog } from '../errors.ts'
import { lockDirectory, type DirectoryLock } from './directory-lock.ts'
import { startWorker, type WorkerLink } from './worker-link.ts'

/** Stands in a data directory while a snapshot is brought into it: nobody may begin an empty database there. */
export const unfinishedRestore = '.restoring'

/** The embedded database's engine, in its thread, and the lock on its directory. */
export interface EmbeddedEngine {
  readonly worker: WorkerLink
  readonly lock: DirectoryLock
}

/**
 * Starts the engine on `${dataDir}/db`. Rejects with a message for the operator when another process has the directory or it
 * cannot start; `onFatal` is called once if it can no longer keep data safe.
 */
export async function startEngine(
  dataDir: string,
  onFatal: (error: Error) => void,
): Promise<EmbeddedEngine> {
  if (existsSync(join(dataDir, unfinishedRestore))) {
    throw new Error(`A restore into ${dataDir} was cut short. Restore again before you start.`)
  }
  const lock = await lockDirectory(dataDir)
  const directory = join(dataDir, 'db')
  try {
    const script = new URL('./worker.ts', import.meta.url)
    return { worker: await startWorker({ script, directory, onFatal }), lock }
  } catch (cause) {
    lock.release()
    const { message } = databaseErrorFacts(cause)
    throw new Error(`The embedded database in ${directory} cannot start: ${message}`, { cause })
  }
}

/** Nothing that is acknowledged from here on would be safe: the process ends and starts anew. */
export function endUnsafe(log: FatalLog, error: Error): void {
  log.fatal(databaseErrorFacts(error), 'the database can no longer keep data safe')
  process.exit(1)
}

interface FatalLog extends DatabaseLog {
  fatal(details: object, message: string): void
}
