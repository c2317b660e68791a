import { and, asc, eq, inArray, lte, notExists, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Orm, Transaction } from '#server/db/orm.ts'
import { blobRemovals } from '#server/db/schema/blobs.ts'
import { sealedFiles } from '#server/db/schema/evidence.ts'
import { loggableError } from '#server/http/process/loggable-error.ts'
import type { BlobPort, StoredBlob } from './port.ts'

/**
 * Files that live and die with the rows that name them. A file is staged, then kept in the transaction that writes its
 * key into a row; it is dropped in the transaction that takes the key out. Whatever fails in between, a file without a
 * row does not stay.
 */
export interface BlobStore {
  /** Stores the file at `path` under a new key. It is removed after an hour unless it is kept. */
  stage(key: string, path: string): Promise<void>
  /** Makes staged files stay, together with the rest of the transaction. */
  keep(tx: Transaction, keys: readonly string[]): Promise<void>
  /** Marks files for removal, together with the rest of the transaction; `sweep` removes them. */
  drop(tx: Transaction, keys: readonly string[]): Promise<void>
  /** Removes files that turned out not to be needed, but for those that are still to be sealed. */
  discard(keys: readonly string[]): Promise<void>
  get(key: string): Promise<StoredBlob | undefined>
  /** Removes every file that is due, but for those that are still to be sealed. What cannot be removed now is tried again the next time. */
  sweep(): Promise<void>
}

/** Longer than any request lives. */
const stagedMsMax = 3_600_000
/** One look removes so many at most; the rest waits for the next one. */
const sweepMax = 200

export function createBlobStore(deps: {
  port: BlobPort
  orm: Orm
  now: () => number
  log: Logger
}): BlobStore {
  const { port, orm, now, log } = deps

  async function remove(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await port.delete(key)
      await orm.delete(blobRemovals).where(eq(blobRemovals.key, key))
    }
  }

  async function drop(on: Orm | Transaction, keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return
    const dueAt = new Date(now())
    await on
      .insert(blobRemovals)
      .values(keys.map((key) => ({ key, dueAt })))
      .onConflictDoUpdate({ target: blobRemovals.key, set: { dueAt } })
  }

  return {
    async stage(key, path) {
      await orm.insert(blobRemovals).values({ key, dueAt: new Date(now() + stagedMsMax) })
      await port.put(key, path)
    },
    async keep(tx, keys) {
      if (keys.length === 0) return
      const unstaged = await tx.delete(blobRemovals).where(inArray(blobRemovals.key, [...keys]))
      if (unstaged.rowCount !== keys.length)
        throw new Error('A file was gone before it could be kept')
    },
    drop,
    async discard(keys) {
      await drop(orm, keys)
      await remove(await removable(orm, keys)).catch((error: unknown) =>
        log.warn(loggableError(error), 'files could not be removed yet'),
      )
    },
    get: (key) => port.get(key),
    async sweep() {
      const due = await orm
        .select({ key: blobRemovals.key })
        .from(blobRemovals)
        .where(and(lte(blobRemovals.dueAt, new Date(now())), notExists(awaitsSealing(orm))))
        .orderBy(asc(blobRemovals.dueAt))
        .limit(sweepMax)
      await remove(due.map(({ key }) => key))
    },
  }
}

/** Those of the files that nothing holds back: one that is to be sealed is copied first, by whoever noted it. */
async function removable(orm: Orm, keys: readonly string[]): Promise<readonly string[]> {
  const held = await orm
    .select({ key: sealedFiles.sourceKey })
    .from(sealedFiles)
    .where(inArray(sealedFiles.sourceKey, [...keys]))
  return keys.filter((key) => !held.some((each) => each.key === key))
}

function awaitsSealing(orm: Orm) {
  return orm
    .select({ one: sql`1` })
    .from(sealedFiles)
    .where(eq(sealedFiles.sourceKey, blobRemovals.key))
}
