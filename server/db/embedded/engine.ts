import { PGlite } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { DurableFs } from './durable-fs.ts'
import { provideDirectory } from './provide-directory.ts'
import { requireRealSync } from './self-test.ts'

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
  const pglite = await startPglite(files)
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
