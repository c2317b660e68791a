import type { PushReply, WireOp } from '#contract/sync/api.ts'
import { isApiProblem, isUnreachable, type ApiProblemError } from '#src/offline/api/api-error.ts'
import { hashOfToken } from '#src/offline/session/session-copy.ts'
import type { SessionCopy } from '#src/offline/session/session-start.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { withReopen, userTransaction } from '#src/offline/storage/user-transaction.ts'
import { applyResults, retryLater, refused, type Moment } from './apply-results.ts'
import { nextDueAt, noteUnanswered, takeBatch, type Batch } from './batch.ts'
import type { OutboxRow } from './outbox-row.ts'
import { isDue, readQueue, boundedWaitMs, changeQueue, backoffMs } from './queue.ts'
import { meetEpoch, readEpoch } from './sent.ts'

/** What sending needs from outside; a test hands over its own clock, network and chance. */
export interface PushDeps {
  readonly db: UserDatabase
  /** The session of this device, read anew before each request. */
  readonly session: () => Promise<SessionCopy | undefined>
  /** One request; rejects with `ApiProblemError` or `UnreachableError`. */
  readonly push: (
    ops: readonly WireOp[],
    token: string,
    epoch: string | undefined,
  ) => Promise<PushReply>
  /** False where this device knows that it has no network: no request leaves it then. */
  readonly online?: () => boolean
  /** By which number of its contract the server answered last. */
  readonly serverContract?: () => number | undefined
  readonly now: () => number
  /** A moment of this device by the server's clock. */
  readonly byServerClock?: (deviceMs: number) => number
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
  let otherLives = 0
  for (;;) {
    const session = await deps.session()
    if (session?.userId !== deps.db.userId) return { status: 'no_session' }
    // The life first: a batch that was chosen before another life was met must not go to it unnoticed.
    const { known, queue } = await withReopen(deps.db, async () => ({
      known: await readEpoch(deps.db),
      queue: await readQueue(deps.db),
    }))
    if (queue.needsAuth) return { status: 'needs_auth' }
    const held = [queue.notBefore, queue.heldUntil].some((at) => !isDue(at, deps.now()))
    const batch = held ? undefined : await takeBatch(deps.db, deps.now())
    if (!batch || batch.ops.length === 0) return await outcome(deps.db)
    const sent = await sendBatch(deps, batch, session.token, known)
    if (sent === 'needs_auth') return { status: 'needs_auth' }
    if (sent !== 'other_life') continue
    otherLives += 1
    // One is a restore. From the second on the processes of the server contradict each other, until the last has followed.
    if (otherLives > 1) await waitForOneLife(deps)
  }
}

async function waitForOneLife({ db, now, random }: PushDeps): Promise<void> {
  await userTransaction(db, [], async () => {
    await changeQueue(db, { unanswered: false })
    await backOff(db, { nowMs: now(), random })
  })
}

async function sendBatch(deps: PushDeps, batch: Batch, token: string, known: string | undefined) {
  const mayLeave = deps.online?.() ?? true
  let reply: PushReply
  try {
    reply = await deps.push(batch.ops, token, known)
  } catch (error) {
    if (isLoggedOut(error) && (await deps.session())?.token !== token)
      return await forgetRequest(deps.db)
    const moment = { nowMs: deps.now(), random: deps.random }
    return await noteFailure(deps.db, batch, error, moment, {
      mayHaveLeft: mayLeave,
      tokenHash: await hashOfToken(token),
    })
  }
  const { epoch, results } = reply
  // Nothing was applied: what that server has forgotten goes before it.
  if (known !== undefined && epoch !== undefined && epoch !== known) {
    await forgetRequest(deps.db)
    await meetEpoch(deps.db, epoch, deps.now())
    return 'other_life'
  }
  await applyResults(deps.db, batch, results, {
    nowMs: deps.now(),
    random: deps.random,
    serverContract: deps.serverContract?.(),
    serverMs: deps.byServerClock?.(deps.now()),
    epoch: epoch ?? known,
  })
  return 'applied'
}

export function isLoggedOut(error: unknown): boolean {
  return isApiProblem(error) && error.status === 401
}

/** A login came in between, and the refusal concerns the session before it; or another life of the data: nothing was carried out. */
async function forgetRequest(db: UserDatabase): Promise<'again'> {
  await userTransaction(db, [], () => db.meta.delete('flight'))
  return 'again'
}

async function outcome(db: UserDatabase): Promise<DrainOutcome> {
  const dueAt = await nextDueAt(db)
  return dueAt === undefined ? { status: 'empty' } : { status: 'waiting', dueAt }
}

/** The same operation alone in its request may fail this often before it is shown as refused. */
const loneFailuresMax = 8

/** What a request that failed as a whole means for the queue. */
export type Failure = 'needs_auth' | 'wait' | 'again'

interface FailedRequest {
  /** There was a network when it began. */
  readonly mayHaveLeft?: boolean
  /** The hash of the token it was made with. */
  readonly tokenHash?: string
}

/**
 * Notes a failed request; no operation is lost whatever the failure was. Throws what is not the network's or the server's
 * doing.
 */
export async function noteFailure(
  db: UserDatabase,
  batch: Batch,
  error: unknown,
  moment: Moment,
  { mayHaveLeft = true, tokenHash }: FailedRequest = {},
): Promise<Failure> {
  const unreachable = isUnreachable(error)
  if (!unreachable && !isApiProblem(error)) throw error
  return await userTransaction(db, [db.outbox], async () => {
    await db.meta.delete('flight')
    await changeQueue(db, { unanswered: unreachable })
    // Other refusals are said before anything is carried out.
    if (unreachable ? mayHaveLeft : error.status === 408 || error.status >= 500) {
      await noteUnanswered(
        db,
        batch.rows.map(({ seq }) => seq),
      )
    }
    if (unreachable) return await backOff(db, moment)
    if (error.status === 401) {
      await changeQueue(db, { needsAuth: true, ...(tokenHash && { refusedToken: tokenHash }) })
      return 'needs_auth'
    }
    // 408: the network was too slow for the server's patience; 426: this build is too old, and the next one sends it. Nothing is
    // wrong with what was sent.
    const notNow = [408, 426, 429, 503].includes(error.status)
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
    const row: OutboxRow = status < 500 ? only : { ...only, unanswered: true }
    await db.outbox.put(
      final ? refused(row, problem.code, problem.message, moment.nowMs) : retryLater(row, moment),
    )
  }
  return status < 500 ? 'again' : await backOff(db, moment)
}
