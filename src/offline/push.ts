import type { PushReply, WireOp } from '#contract/sync/model.ts'
import type { UserDatabase } from './database.ts'
import { noteFailure } from './failure.ts'
import { nextDueAt, startFlight, type Flight } from './flight.ts'
import { landFlight } from './landing.ts'
import { revived } from './owned-transaction.ts'
import { hasCome, readQueue } from './queue.ts'
import type { SessionCopy } from './session-copy.ts'

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
    const queue = await revived(deps.db, () => readQueue(deps.db))
    if (queue.needsAuth) return { status: 'needs_auth' }
    const held = [queue.notBefore, queue.heldUntil].some((at) => !hasCome(at, deps.now()))
    const flight = held ? undefined : await startFlight(deps.db, deps.now())
    if (!flight || flight.ops.length === 0) return await outcome(deps.db)
    if ((await sendFlight(deps, flight, session.token)) === 'needs_auth')
      return { status: 'needs_auth' }
  }
}

async function sendFlight(deps: PushDeps, flight: Flight, token: string) {
  let reply: PushReply
  try {
    reply = await deps.push(flight.ops, token)
  } catch (error) {
    return await noteFailure(deps.db, flight, error, { nowMs: deps.now(), random: deps.random })
  }
  await landFlight(deps.db, flight, reply.results, { nowMs: deps.now(), random: deps.random })
  return 'landed'
}

async function outcome(db: UserDatabase): Promise<DrainOutcome> {
  const dueAt = await nextDueAt(db)
  return dueAt === undefined ? { status: 'empty' } : { status: 'waiting', dueAt }
}
