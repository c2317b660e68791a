import type { Queryable } from '#server/db/queryable.ts'
import { blobsKeep, blobsDrop } from './removals.sql.ts'

/** Makes staged files stay, on the connection of a transaction: what `BlobStore.keep` does where there is no orm. */
export async function keepFiles(client: Queryable, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  const changed = await blobsKeep.run(client, [keys])
  if (changed !== keys.length) throw new Error('A file was gone before it could be kept')
}

/** Marks files for removal, on the connection of a transaction; the next sweep of the store removes them. */
export async function dropFiles(
  client: Queryable,
  keys: readonly string[],
  dueAt: Date,
): Promise<void> {
  if (keys.length === 0) return
  await blobsDrop.run(client, [keys, dueAt])
}
