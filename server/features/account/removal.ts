import type { Database } from '#server/db/client.ts'
import type { AccountDeletion } from '#server/feature.ts'
import type { BlobStore } from '#server/ports/blobs/store.ts'
import { createProfileRepo, type OwnRecord } from './profile/profile-repo.ts'
import { imageKey } from './stored-files.ts'

/** Deletes a person for good, files included. */
export type RemoveAccount = (own: OwnRecord) => Promise<void>

/** `deletions` is what each feature does first, in the same transaction. */
export function createRemoveAccount(
  { database, blobs }: { database: Database; blobs: BlobStore },
  deletions: readonly AccountDeletion[],
): RemoveAccount {
  const repo = createProfileRepo(database.orm)
  return async function removeAccount(own) {
    let keys: string[] = []
    await repo.deleteUser(own, async (tx, { profileImg, paperKeys }) => {
      keys = [...(profileImg === null ? [] : [imageKey(profileImg)]), ...paperKeys]
      for (const leave of deletions) keys.push(...(await leave(tx, own)))
      await blobs.drop(tx, keys)
    })
    await blobs.discard(keys)
  }
}
