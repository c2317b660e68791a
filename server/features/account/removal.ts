import type { BlobStore } from '#server/ports/blobs/store.ts'
import type { LeavingPart } from './leaving.ts'
import type { OwnRecord, ProfileRepo } from './profile-repo.ts'
import { imageKey } from './stored-files.ts'

/** Deletes a person for good, files included. */
export type RemoveAccount = (own: OwnRecord) => Promise<void>

export function createRemoveAccount(parts: {
  repo: ProfileRepo
  blobs: BlobStore
  /** What each feature does first, in the same transaction. */
  leaving: readonly LeavingPart[]
}): RemoveAccount {
  const { repo, blobs, leaving } = parts
  return async function removeAccount(own) {
    let keys: string[] = []
    await repo.deleteUser(own, async (tx, { profileImg, paperKeys }) => {
      keys = [...(profileImg === null ? [] : [imageKey(profileImg)]), ...paperKeys]
      for (const leave of leaving) keys.push(...(await leave(tx, own)))
      await blobs.drop(tx, keys)
    })
    await blobs.discard(keys)
  }
}
