import type { Orm } from '#server/db/orm.ts'
import type { BlobStore } from '#server/ports/blobs/store.ts'
import { deleteExpired } from './evidence-repo.ts'
import { forgetUnnamed } from './sealed-files-repo.ts'

/** One look deletes so much at most; the rest waits for the next one. */
const sweepMax = 500

/** Deletes evidence whose time is over, and the sealed files that nothing names any more. */
export async function sweepEvidence(deps: {
  readonly orm: Orm
  readonly blobs: BlobStore
  readonly now: Date
}): Promise<void> {
  await deps.orm.transaction(async (tx) => {
    await deleteExpired(tx, deps.now, sweepMax)
    await deps.blobs.drop(tx, await forgetUnnamed(tx, sweepMax))
  })
}
