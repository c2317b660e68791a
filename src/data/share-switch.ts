import { v7 as newUuid } from 'uuid'
import type { ProblemCode } from '#contract/problem.ts'
import { shareKey, type ShareRevocation } from '#contract/sharing/model.ts'
import { createStore } from '#src/lib/store.ts'
import { isApiProblem } from '#src/offline/api/api-error.ts'
import { mayHaveArrived } from '#src/offline/engine/outbox-row.ts'
import { deleteOp, enqueue } from '#src/offline/engine/outbox.ts'
import { tapMoment } from '#src/offline/engine/tap-moment.ts'
import { endsEveryBrief } from '#src/offline/features/brief.ts'
import { revocationsOf, waitingRevocations } from '#src/offline/features/sharing.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import type { Refresh } from './use-refresh.ts'

/** Goes up when the server says that others show the person more or less: what is read of them is read again. */
export const sharingNews = createStore(0)

/** Whether the server showed nothing of it at the last look: it was taken back, or who reads it may read of nobody any more. */
export function isShownNoMore({ status, error }: Refresh): boolean {
  return status === 'failed' && isApiProblem(error) && refusals.has(error.problem.code)
}

const refusals = new Set<ProblemCode>(['not_found', 'forbidden'])

/** Takes back what is shown, also without a network: it is sent before everything else. */
export async function queueRevocation(
  db: UserDatabase,
  revocation: ShareRevocation,
  tap = tapMoment({ epochMs: Date.now(), opId: newUuid() }),
): Promise<void> {
  const waits = (await waitingRevocations(db)).get(shareKey(revocation))
  if (waits !== undefined && (await isEnough(db, revocation, waits))) return
  await enqueue(db, { kind: 'share.revoke', payload: revocation }, tap)
}

/** Whether what waits already takes back all of it: a brief is sent anew behind its end, also while that is under way. */
async function isEnough(db: UserDatabase, revocation: ShareRevocation, opId: string) {
  return revocation.kind !== 'brief' || (await endsEveryBrief(db, revocation.itemId, opId))
}

/**
 * Shows it again. What was turned off here and never tried to be sent is just taken out of the line, also without a
 * network; otherwise `grant` asks the server. Where the server refuses, it rejects as `grant` does. Where no answer came the
 * server may show it: `unknown` says that it is off here, and that a revocation is queued.
 */
export async function turnOn(
  db: UserDatabase,
  revocation: ShareRevocation,
  grant: () => Promise<void>,
): Promise<'on' | 'unknown'> {
  const rows = await revocationsOf(db, revocation)
  const waited = rows.length > 0
  // The oldest first: where that is under way nothing has changed.
  for (const { opId } of rows) {
    if ((await deleteOp(db, opId)) !== 'deleted') throw new Error('It is on its way')
  }
  if (waited && !rows.some(mayHaveArrived)) return 'on'
  try {
    await grant()
    return 'on'
  } catch (error) {
    const refused = isApiProblem(error)
    // A revocation that was tried may have reached the server or not: it goes again, whatever the server said now.
    if (waited || !refused) await queueRevocation(db, revocation)
    if (refused) throw error
    return 'unknown'
  }
}
