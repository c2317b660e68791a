import type { PushReply, WireOp } from '#contract/sync/model.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { noteFailure } from './failure.ts'
import { nextDueAt, takeBatch, type Batch } from './batch.ts'
import { applyResults } from './apply-results.ts'
import { withReopen } from '#src/offline/storage/user-transaction.ts'
import { isDue, readQueue } from './queue.ts'
import type { SessionCopy } from '#src/offline/session/session-copy.ts'

/** What sending needs from outside; a test hands over its own clock, network and chance. */
export interface PushDeps {
  readonly db: UserDatabase
  /** The session of this device, read anew before each request. */
  readonly session: () => Promise<SessionCopy | undefined>
  /** One request; rejects with `ApiProblemError` or `UnreachableError`. */
  readonly push: (ops: readonly WireOp[], token: string) => Promise<PushReply>
  readonly now: () => number
  readonly random: () => number
}

export type DrainOutcome =
  /** Nothing is left to send. */
  | { status: 'empty' }
  /** Something waits; it may be sent at this moment, in epoch milliseconds. */
  | { status: 'waiting'; dueAt: number }
  /** The server does not know the session: everything waits for a login of the same person. */
  | { status: 'needs_auth' }
  /** Nobody is logged in, or somebody else is: nothing leaves as another person. */
  | { status: 'no_session' }

/**
 * Sends everything that is due, request by request, until nothing is. The caller holds the drain lock.
 * Rejects with `SessionEndedError` when the person logged out meanwhile.
 */
export async function drain(deps: PushDeps): Promise<DrainOutcome> {
  for (;;) {
    const session = await deps.session()
    if (session?.userId !== deps.db.userId) return { status: 'no_session' }
    const queue = await withReopen(deps.db, () => readQueue(deps.db))
    if (queue.needsAuth) return { status: 'needs_auth' }
    const held = [queue.notBefore, queue.heldUntil].some((at) => !isDue(at, deps.now()))
    const batch = held ? undefined : await takeBatch(deps.db, deps.now())
    if (!batch || batch.ops.length === 0) return await outcome(deps.db)
    if ((await sendBatch(deps, batch, session.token)) === 'needs_auth')
      return { status: 'needs_auth' }
  }
}

async function sendBatch(deps: PushDeps, batch: Batch, token: string) {
  let reply: PushReply
  try {
    reply = await deps.push(batch.ops, token)
  } catch (error) {
    return await noteFailure(deps.db, batch, error, { nowMs: deps.now(), random: deps.random })
  }
  await applyResults(deps.db, batch, reply.results, { nowMs: deps.now(), random: deps.random })
  return 'applied'
}

async function outcome(db: UserDatabase): Promise<DrainOutcome> {
  const dueAt = await nextDueAt(db)
  return dueAt === undefined ? { status: 'empty' } : { status: 'waiting', dueAt }
}
