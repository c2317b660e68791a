import { drainNow } from '#src/offline/engine/drain-now.ts'
import { uploadLockName, withLock, type Drainer } from '#src/offline/engine/lock.ts'
import { forceQueue } from '#src/offline/engine/queue.ts'
import { uploadFile } from '#src/offline/features/chat/send.ts'
import { uploadPicture } from '#src/offline/features/tracker-pictures.ts'
import { readSession } from '#src/offline/session/session-copy.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { uploadAll, type UploadOutcome } from './uploads.ts'

/** Sends up what is due, over the network, if no other context is at it; undefined when another one is. */
export async function uploadNow(
  db: UserDatabase,
  drainer: Drainer,
): Promise<UploadOutcome | undefined> {
  return await withLock(uploadLockName(db.userId), drainer, () =>
    uploadAll({
      db,
      session: readSession,
      upload: (file, token, onProgress) =>
        'ofDay' in file ? uploadPicture(file, token) : uploadFile(file, token, onProgress),
      now: () => Date.now(),
      random: () => Math.random(),
    }),
  )
}

/**
 * The person wants everything sent now: nothing is waited for but what is being sent at this moment, by whichever context, so
 * that what follows it has had its try when the promise resolves. No file holds up what goes without one.
 */
export async function sendEverything(db: UserDatabase): Promise<void> {
  await forceQueue(db)
  await Promise.all([drainNow(db, 'worker'), uploadNow(db, 'worker')])
  await drainNow(db, 'worker')
}
