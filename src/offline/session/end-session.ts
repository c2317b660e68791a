import { drainLockName, uploadLockName } from '#src/offline/engine/lock.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { deleteShared } from '#src/offline/storage/shared-database.ts'
import { deleteUserStorage } from '#src/offline/storage/user-storage.ts'
import { clearSession, noteWipe, readOwner, wipeDone } from './session-copy.ts'
import { unfinishedWipe } from './session-start.ts'

/** Caches that may hold what only this person may see. */
const privateCachePrefix = 'private-'

/**
 * Whoever writes into a private cache holds it shared and looks at the session inside; the wipe holds it alone, after
 * the session is gone. So nothing private is written behind a wipe.
 */
export const privateCachesLock = 'private-caches'

/**
 * Ends the person's session on this device and deletes everything private of theirs, unsent items too. The intent is
 * noted first, so that a wipe cut short by a killed tab is finished by `finishWipe` at the next start.
 */
export async function endSession(db: UserDatabase): Promise<void> {
  const noted = await noteWipe(db.userId)
  // Somebody else may have logged in meanwhile; what cannot be read is nobody's.
  const owner = (await readOwner()) ?? db.userId
  if (owner === db.userId) await clearSession()
  db.deleted = true
  db.close({ disableAutoOpen: true })
  // Taken from whoever sends: what it still writes finds no owner, and its request is given up.
  await navigator.locks.request(uploadLockName(db.userId), { steal: true }, () =>
    navigator.locks.request(drainLockName(db.userId), { steal: true }, () =>
      noted ? wipe(db.userId) : wipeUnnoted(db.userId),
    ),
  )
}

/** Finishes a wipe that an earlier run began; at the start of the app and of the worker. */
export async function finishWipe(): Promise<void> {
  const userId = await unfinishedWipe()
  if (userId !== undefined) await wipe(userId)
}

async function wipe(userId: string): Promise<void> {
  await navigator.locks.request(privateCachesLock, async () => {
    // Another tab may have finished it meanwhile, and the same person may be back already.
    if ((await unfinishedWipe()) === userId) await deleteEverything(userId)
  })
}

/** The same where a full disk had no room for the note: whoever is back by then has a session. */
async function wipeUnnoted(userId: string): Promise<void> {
  await navigator.locks.request(privateCachesLock, async () => {
    if ((await readOwner()) !== userId) await deleteEverything(userId)
  })
}

async function deleteEverything(userId: string): Promise<void> {
  // A tab killed right after its note has left the session behind.
  if ((await readOwner()) === userId) await clearSession()
  // A Cache Storage that refuses holds up nothing else, nor whoever is next. A deletion that fails is made by the next logout here.
  const names = (await globalThis.caches?.keys().catch(() => [])) ?? []
  await Promise.allSettled(
    names.filter((name) => name.startsWith(privateCachePrefix)).map((name) => caches.delete(name)),
  )
  await deleteUserStorage(userId)
  await deleteShared()
  await wipeDone()
}
