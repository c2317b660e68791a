import { existsSync } from 'node:fs'
import { open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { takeRightsOfOthers } from '#server/data-directory.ts'
import { DurableFs } from './durable-fs.ts'

export interface Engine {
  /** Runs whole messages of PostgreSQL's protocol; throws for good once something could not be made safe. */
  execute(messages: Uint8Array): Promise<Uint8Array>
  close(): Promise<void>
}

/** PostgreSQL's own 128 MB would cost this process about 130 MB more for nothing. */
const sharedBuffers = '32MB'

/**
 * Opens the database directory, which is made first when there is none, and proves that a commit reaches the
 * disk. It blocks its thread while a query runs, which is why the server keeps it in a worker.
 */
export async function openEngine(
  directory: string,
  syncFile?: (descriptor: number) => void,
): Promise<Engine> {
  await provideDirectory(directory, async (fresh) => {
    const made = await startPglite(new DurableFs(fresh, syncFile))
    await made.close()
  })
  const files = new DurableFs(directory, syncFile)
  await files.syncLeftovers()
  const pglite = await startPglite(files)
  files.forgetLeftovers()
  await requireRealSync({ run: (sql) => pglite.exec(sql), syncCount: () => files.syncCount })

  return {
    execute: async (messages) => {
      refuseAfter(files.failure)
      const answer = await pglite.execProtocolRaw(messages)
      refuseAfter(files.failure)
      return answer
    },
    close: () => pglite.close(),
  }
}

/** Without `-F`, PGlite's switch that turns fsync off; its default way of syncing WAL is a stub in Emscripten. */
function startPglite(files: DurableFs): Promise<PGlite> {
  return PGlite.create({
    fs: files,
    // For exclusion constraints that compare an id and a time together.
    extensions: { btree_gist },
    startParams: [
      ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
      '-c',
      'wal_sync_method=fsync',
      '-c',
      `shared_buffers=${sharedBuffers}`,
    ],
  })
}

function refuseAfter(failure: Error | undefined): void {
  if (failure) {
    throw new Error(`The disk refused to make data safe: ${failure.message}`, { cause: failure })
  }
}

/**
 * Makes a database directory that is either whole or absent: it is filled under another name, made safe on disk
 * and renamed, so that a kill or a power cut during the first start leaves nothing half made.
 */
async function provideDirectory(
  directory: string,
  fill: (fresh: string) => Promise<void>,
): Promise<void> {
  if (existsSync(join(directory, 'PG_VERSION'))) return
  const fresh = `${directory}.new`
  await rm(fresh, { recursive: true, force: true })
  await fill(fresh)
  // PGlite unpacks its files with rights of their own, whatever the umask says.
  await takeRightsOfOthers(fresh)
  await syncTree(fresh)
  await rename(fresh, directory)
  await syncPath(dirname(directory))
}

async function syncTree(directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  for (const entry of entries) await syncPath(join(entry.parentPath, entry.name))
  await syncPath(directory)
}

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r').catch(ignoreOnWindows)
  try {
    await handle?.sync().catch(ignoreOnWindows)
  } finally {
    await handle?.close()
  }
}

/** Windows neither opens directories nor syncs what was opened for reading. */
function ignoreOnWindows(error: unknown): undefined {
  if (process.platform === 'win32') return undefined
  throw error
}

/**
 * Commits one row and counts what was made safe on disk meanwhile. Rejects at none: such a database would
 * acknowledge what a power cut takes away, and nothing else would ever tell.
 */
export async function requireRealSync(database: {
  run(sql: string): Promise<unknown>
  syncCount(): number
}): Promise<void> {
  await database.run('create table if not exists public.start_self_test (at timestamptz)')
  const before = database.syncCount()
  await database.run('insert into public.start_self_test values (now())')
  const synced = database.syncCount() - before
  await database.run('drop table public.start_self_test')
  if (synced === 0) {
    throw new Error(
      'The embedded database does not make commits safe on disk (0 fsync calls in a commit), so it was not started. Reinstall the pinned @electric-sql/pglite, or set DATABASE_URL.',
    )
  }
}
