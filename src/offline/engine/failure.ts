import { isApiProblem, isUnreachable, type ApiProblemError } from '#src/offline/api/api-error.ts'
import { backoffMs } from './backoff.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import type { Batch } from './batch.ts'
import { retryLater, refused, type Moment } from './apply-results.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { boundedWaitMs, changeQueue, readQueue } from './queue.ts'

/** The same operation alone in its request may fail this often before it is shown as refused. */
const loneFailuresMax = 8

/** What a request that failed as a whole means for the queue. */
export type Failure = 'needs_auth' | 'wait' | 'again'

/**
 * Notes a failed request; no operation is lost whatever the failure was. Throws what is not the network's or the
 * server's doing.
 */
export async function noteFailure(
  db: UserDatabase,
  batch: Batch,
  error: unknown,
  moment: Moment,
): Promise<Failure> {
  const unreachable = isUnreachable(error)
  if (!unreachable && !isApiProblem(error)) throw error
  return await userTransaction(db, [db.outbox], async () => {
    await db.meta.delete('flight')
    await changeQueue(db, { unanswered: unreachable })
    if (unreachable) return await backOff(db, moment)
    if (error.status === 401) {
      await changeQueue(db, { needsAuth: true })
      return 'needs_auth'
    }
    // 408: the network was too slow for the server's patience; nothing is wrong with what was sent.
    const notNow = [408, 429, 503].includes(error.status)
    if (notNow) return await backOff(db, moment, error.retryAfterMs)
    return await isolate(db, batch, error, moment)
  })
}

async function backOff(
  db: UserDatabase,
  { nowMs, random }: Moment,
  wishMs?: number,
): Promise<Failure> {
  const failures = (await readQueue(db)).failures + 1
  const wait =
    wishMs === undefined
      ? { notBefore: nowMs + backoffMs(failures, random) }
      : { heldUntil: nowMs + boundedWaitMs(wishMs) }
  await changeQueue(db, { failures, ...wait })
  return 'wait'
}

/**
 * The request was refused as a whole: halves it until the culprit stands alone. Alone, a refusal is final; a
 * server's own error is held against the operation only while others get through.
 */
async function isolate(
  db: UserDatabase,
  batch: Batch,
  { status, problem }: ApiProblemError,
  moment: Moment,
): Promise<Failure> {
  const [only, ...others] = batch.rows
  const queue = await readQueue(db)
  if (others.length > 0) {
    await changeQueue(db, { batchMax: Math.ceil(batch.rows.length / 2) })
  } else if (only) {
    const culprit = only.attempts + 1 >= loneFailuresMax && queue.failures === 0
    const final = status < 500 || culprit
    await db.outbox.put(
      final ? refused(only, problem.code, problem.message, moment.nowMs) : retryLater(only, moment),
    )
  }
  return status < 500 ? 'again' : await backOff(db, moment)
}
