import { pushOpsMax } from '#contract/sync/api.ts'
import type { QueueState, UserDatabase } from '#src/offline/storage/database.ts'
import { withQuotaRetry } from '#src/offline/storage/quota.ts'
import { userTransaction, withReopen } from '#src/offline/storage/user-transaction.ts'

const freshQueue: QueueState = {
  failures: 0,
  notBefore: 0,
  heldUntil: 0,
  needsAuth: false,
  batchMax: pushOpsMax,
}

/** A wait that lies further ahead than this was written by a clock that has since been set back. */
const waitMaxMs = 3_600_000

/** Whether a moment to wait for has come, by a clock that may have been set back meanwhile. */
export function isDue(atMs: number, nowMs: number): boolean {
  return atMs <= nowMs || atMs - nowMs > waitMaxMs
}

/** The longest wait that a server's Retry-After can impose, in milliseconds. */
export function boundedWaitMs(wishMs: number): number {
  return Math.min(wishMs, waitMaxMs)
}

export async function readQueue(db: UserDatabase): Promise<QueueState> {
  const row = await db.meta.get('queue')
  return row?.key === 'queue' ? row : freshQueue
}

/** Changes the queue's standing; inside a user transaction. */
export async function changeQueue(db: UserDatabase, change: Partial<QueueState>): Promise<void> {
  await db.meta.put({ ...(await readQueue(db)), ...change, key: 'queue' })
}

/** A sign that the network is back (online, focus, visible): our own backoff no longer counts. */
export async function resetBackoff(db: UserDatabase): Promise<void> {
  const { notBefore, failures } = await withReopen(db, () => readQueue(db))
  if (notBefore === 0 && failures === 0) return
  await withQuotaRetry(() =>
    userTransaction(db, [], () => changeQueue(db, { notBefore: 0, failures: 0 })),
  )
}

/**
 * The server has answered something else, which it had not when the last request was made: our own backoff no longer
 * counts. A backoff after an error of the server itself stays.
 */
export async function resumeAfterOutage(db: UserDatabase): Promise<'resumed' | 'unchanged'> {
  const { notBefore, unanswered } = await withReopen(db, () => readQueue(db))
  if (notBefore === 0 || !unanswered) return 'unchanged'
  await userTransaction(db, [], () => changeQueue(db, { notBefore: 0 }))
  return 'resumed'
}

/** The person pressed 'Send now': nothing is waited for, neither the queue's own pause nor an operation's or a file's. */
export async function forceQueue(db: UserDatabase): Promise<void> {
  await withQuotaRetry(() =>
    userTransaction(db, [db.outbox, db.attachments], async () => {
      const waiting = db.outbox.filter((row) => row.state === 'pending' && row.nextAttemptAt > 0)
      await waiting.modify({ nextAttemptAt: 0 })
      await db.attachments.toCollection().modify({ nextAttemptAt: 0, heldUntil: 0, attempts: 0 })
      await changeQueue(db, { notBefore: 0, heldUntil: 0, failures: 0, needsAuth: false })
    }),
  )
}

/** Architecture: full jitter, 1 s doubling to 300 s. */
const firstCeilingMs = 1_000
const lastCeilingMs = 300_000

/**
 * How long to wait after the `failures`-th failure in a row (1 and up), in milliseconds.
 * `random` gives [0, 1); the server's own wish, where there is one, wins.
 */
export function backoffMs(failures: number, random: () => number, retryAfterMs?: number): number {
  if (retryAfterMs !== undefined) return retryAfterMs
  const ceiling = Math.min(lastCeilingMs, firstCeilingMs * 2 ** Math.max(0, failures - 1))
  return Math.floor(random() * ceiling)
}
