import { UserDatabase } from '#src/offline/database.ts'
import { drainNow } from '#src/offline/drain-now.ts'
import { SessionEndedError } from '#src/offline/session-ended.ts'
import { wakeQueue } from '#src/offline/queue.ts'
import { readSession } from '#src/offline/session-copy.ts'
import { uploadNow } from '#src/offline/upload-now.ts'
import { wakeUploads } from '#src/offline/uploads.ts'

/** The event of the Background Sync API, which TypeScript's worker library does not know. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

/** Every tag that the page registers for sending the outbox starts so. */
const outboxTagPrefix = 'outbox:'

/** Sends the outbox when the browser says the network is back, with every page closed too. */
export function drainOnSync(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('sync', (event) => {
    const sync = event as SyncEvent
    if (sync.tag.startsWith(outboxTagPrefix)) sync.waitUntil(drainOutbox())
  })
}

/** Rejects while something due was left behind, so that the browser tries the event again. */
async function drainOutbox(): Promise<void> {
  const session = await readSession()
  if (!session) return
  const db = new UserDatabase(session.userId)
  try {
    await wakeQueue(db)
    await wakeUploads(db)
    const files = await uploadNow(db, 'worker')
    const outcome = await drainNow(db, 'worker')
    if ([files, outcome].some((each) => each?.status === 'waiting'))
      throw new Error('The outbox could not be sent yet')
  } catch (error) {
    if (!(error instanceof SessionEndedError)) throw error
  } finally {
    db.close()
  }
}
