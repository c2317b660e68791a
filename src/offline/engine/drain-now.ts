import { syncApi } from '#contract/sync/api.ts'
import { byServerClock, callApi, serverContract } from '#src/offline/api/api.ts'
import { readSession } from '#src/offline/session/session-copy.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { nextDueAt } from './batch.ts'
import { withDrainLock, type Drainer } from './lock.ts'
import { drain, type DrainOutcome, type PushDeps } from './push.ts'

/**
 * Sends what is due, over the network, if no other context is at it; undefined when another one is.
 * What was queued while the lock was being given back is looked for once more: its own attempt found the lock taken.
 */
export async function drainNow(
  db: UserDatabase,
  drainer: Drainer,
): Promise<DrainOutcome | undefined> {
  const deps = realDeps(db)
  for (;;) {
    const outcome = await withDrainLock(db.userId, drainer, () => drain(deps))
    if (outcome?.status !== 'empty' || (await nextDueAt(db)) === undefined) return outcome
  }
}

function realDeps(db: UserDatabase): PushDeps {
  return {
    db,
    session: readSession,
    push: (ops, token, epoch) =>
      callApi(syncApi.pushOps, { body: { ops: [...ops] } }, { token, epoch }),
    online: () => navigator.onLine,
    serverContract,
    now: () => Date.now(),
    byServerClock,
    random: () => Math.random(),
  }
}
