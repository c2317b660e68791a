import { drainNow } from '#src/offline/engine/drain-now.ts'
import { endUndo } from '#src/offline/engine/outbox.ts'
import { resetBackoff } from '#src/offline/engine/queue.ts'
import { uploadNow } from '#src/offline/files/upload-now.ts'
import { wakeUploads } from '#src/offline/files/uploads.ts'
import { sendRevocations } from '#src/offline/session/revocations.ts'
import { SessionEndedError, readSession } from '#src/offline/session/session-copy.ts'
import { type UserDatabase, openUserDatabase } from '#src/offline/storage/database.ts'

/** The event of the Background Sync API, which TypeScript's worker library does not know. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

/** Sends what waits when the browser says the network is back, whatever it was asked for, with every page closed too. */
export function drainOnSync(worker: ServiceWorkerGlobalScope): void {
  worker.addEventListener('sync', (event) => {
    const sync = event as SyncEvent
    sync.waitUntil(sendAll(worker.clients))
  })
}

/** Rejects while something was left behind, so that the browser tries the event again. */
async function sendAll(clients: Clients): Promise<void> {
  try {
    const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true })
    await drainOutbox(pages.length > 0)
  } finally {
    await sendRevocations('worker')
  }
}

/** Rejects while something due was left behind, so that the browser tries the event again. */
async function drainOutbox(hasPage: boolean): Promise<void> {
  const session = await readSession()
  if (!session) return
  const { userId } = session
  const isTheirs = async () => (await readSession())?.userId === userId
  try {
    await drainAs(await openUserDatabase(userId, isTheirs), hasPage)
  } catch (error) {
    if (!(error instanceof SessionEndedError)) throw error
  }
}

async function drainAs(db: UserDatabase, hasPage: boolean): Promise<void> {
  try {
    if (!hasPage) await endUndo(db)
    await resetBackoff(db)
    await wakeUploads(db)
    await sendInTurn(db)
  } finally {
    db.close()
  }
}

/**
 * Files of megabytes hold up no block and no report; what goes with a file is sent after it. What one step throws keeps
 * none of the others from being taken.
 */
async function sendInTurn(db: UserDatabase): Promise<void> {
  const steps = []
  for (const send of [drainNow, uploadNow, drainNow])
    steps.push(...(await Promise.allSettled([send(db, 'worker')])))
  const [, ...outcomes] = steps.map((step) => {
    if (step.status === 'rejected') throw step.reason
    return step.value
  })
  // The first drain leaves what waits for its file.
  if (outcomes.some((outcome) => outcome?.status === 'waiting'))
    throw new Error('The outbox could not be sent yet')
}
