import pg from 'pg'
import type { Api } from '#contract/api.ts'
import { liveStates, type Connection } from '#contract/connections/api.ts'
import type { BodyOutput } from '#contract/endpoint.ts'
import { utcDate, type LocalDate } from '#contract/local-date.ts'
import { violatedForeignKey } from '#server/db/errors.ts'
import { againAfterDeadlock, type Queryable, inTransaction } from '#server/db/orm.ts'
import { addNotice, withdrawNotice } from '#server/features/notices/index.ts'
import { dropPushesBetween } from '#server/features/push/index.ts'
import type { Limiter } from '#server/http/limits/limits.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import { authorize, type Authorized, type Rule } from '#server/http/session/authorize.ts'
import type { Actor } from '#server/http/session/caller.ts'
import type { EventBus } from '#server/ports/events/port.ts'
import type { ConnectionRow } from './connections.sql.ts'
import { mayAnswer, mayEnd, mayRemove, type Pair, mayAsk } from './policy.ts'
import { presentConnection } from './present.ts'
import {
  lockPair,
  pairStatus,
  type PairStatus,
  answerRequest,
  connectionById,
  endLive,
  insertRequest,
} from './repo.ts'

export interface ChangeDeps {
  readonly pool: pg.Pool
  readonly events: EventBus
  readonly now: () => number
  readonly newId: () => string
  /** What else begins when two people are connected, in the same transaction. */
  readonly onAccepted: (client: Queryable, pair: Pair, at: Date) => Promise<void>
  /** What else ends with them. */
  readonly onEnded: (client: pg.PoolClient, pair: Pair) => Promise<void>
}

/** A step from one state to the next: the row it leaves, or undefined where it came too late. */
type Step = (
  client: pg.PoolClient,
  connection: Authorized<ConnectionRow>,
  at: Date,
) => Promise<ConnectionRow | undefined>

/**
 * What two people do to what is between them. Whoever comes second finds the state that the first one left: each
 * step names the states it starts from, in the statement that makes it, under the lock of the pair.
 */
export function createConnectionChanges(deps: ChangeDeps) {
  /** Throws `not_found`, `forbidden`, `minors_not_seen`, and `already_decided` with the connection as it stands. */
  async function accept(actor: Actor, id: string): Promise<Connection> {
    return change(actor, id, mayAnswer, async (client, connection, at) => {
      const { clientId, providerId } = connection
      const { relation } = await pairStatus(client, providerId, clientId, utcDate(at.getTime()))
      if (relation === 'unavailable') throw new ProblemError('minors_not_seen')
      const accepted = await answerRequest(client, connection, 'accepted', at)
      if (!accepted) throw await tooLate(client, connection)
      await deps.onAccepted(client, accepted, at)
      await withdrawRequestNotice(client, accepted)
      await notifyOfAcceptance(client, accepted, { id: deps.newId(), at })
      return accepted
    })
  }

  /** Throws `not_found`, `forbidden` and `already_decided`. */
  async function reject(actor: Actor, id: string): Promise<Connection> {
    return change(actor, id, mayAnswer, async (client, connection, at) => {
      const rejected = await answerRequest(client, connection, 'rejected', at)
      if (!rejected) throw await tooLate(client, connection)
      await withdrawRequestNotice(client, rejected)
      return rejected
    })
  }

  /** Takes a request back; one that was accepted meanwhile is ended. Throws `not_found` where nothing lives. */
  async function remove(actor: Actor, id: string): Promise<Connection> {
    return change(actor, id, mayRemove, (client, connection, at) =>
      end(deps, client, connection, { userId: actor.userId, at, among: liveStates }),
    )
  }

  /** Ends what was accepted. Throws `not_found` where nothing was, or is any more. */
  async function endAccepted(actor: Actor, id: string): Promise<Connection> {
    return change(actor, id, mayEnd, (client, connection, at) =>
      end(deps, client, connection, { userId: actor.userId, at, among: ['accepted'] }),
    )
  }

  async function change(
    actor: Actor,
    id: string,
    rule: Rule<ConnectionRow>,
    step: Step,
  ): Promise<Connection> {
    // It and the end of an account, which goes from its person to what hangs on them, may wait for each other.
    const changed = await againAfterDeadlock(() =>
      inTransaction(deps.pool, 'begin', async (client) => {
        const found = await connectionById(client, id)
        if (!found) throw new ProblemError('not_found')
        const connection = authorize(actor, found, rule)
        await lockPair(client, connection.clientId, connection.providerId)
        const after = await step(client, connection, new Date(deps.now()))
        if (!after) throw new ProblemError('not_found')
        return after
      }),
    )
    const both = [changed.clientId, changed.providerId]
    deps.events.publish(both, { type: 'connections' })
    deps.events.publish(both, { type: 'notices' })
    return presentConnection(changed)
  }

  return { accept, reject, remove, endAccepted }
}

async function end(
  { onEnded }: Pick<ChangeDeps, 'onEnded'>,
  client: pg.PoolClient,
  connection: Authorized<ConnectionRow>,
  by: Parameters<typeof endLive>[2],
): Promise<ConnectionRow | undefined> {
  // A younger connection of the same two is not what was asked for.
  const now = await connectionById(client, connection.id)
  if (!now || !by.among.includes(now.state)) return undefined
  const ended = await endLive(client, connection, by)
  if (!ended) return undefined
  await withdrawRequestNotice(client, ended)
  await dropPushesBetween(client, ended.clientId, ended.providerId)
  await onEnded(client, ended)
  return ended
}

/** Why a request waits for no answer any more: one that was taken back is not there. */
async function tooLate(client: Queryable, { id }: ConnectionRow): Promise<ProblemError> {
  const row = await connectionById(client, id)
  const decided = row?.state === 'accepted' || row?.state === 'rejected'
  return decided
    ? new ProblemError('already_decided', { current: presentConnection(row) })
    : new ProblemError('not_found')
}

function notifyOfAcceptance(
  client: Queryable,
  { id, clientId, providerId }: ConnectionRow,
  made: { readonly id: string; readonly at: Date },
): Promise<void> {
  const kind = 'connection.accepted'
  return addNotice(client, { ...made, userId: clientId, actorId: providerId, kind, aboutId: id })
}

function withdrawRequestNotice(
  client: Queryable,
  { id, providerId }: ConnectionRow,
): Promise<void> {
  return withdrawNotice(client, { userId: providerId, kind: 'connection.requested', aboutId: id })
}

/** Ends whatever lives between the actor and somebody, in the transaction of the actor's block, under the pair's lock. */
export async function endByBlock(
  client: Queryable,
  actor: Actor,
  otherId: string,
  at: Date,
): Promise<void> {
  const { userId } = actor
  for (const [clientId, providerId] of [
    [userId, otherId],
    [otherId, userId],
  ] as const) {
    const pair = authorize(actor, { clientId, providerId }, mayEnd)
    await endLive(client, pair, { userId, at, among: liveStates })
  }
}

/** Requests per person and day, and to one provider: nobody has to be asked again and again. */
export const requestsPerDayMax = 40

export const requestsPerPairAndDayMax = 6

type Asked = BodyOutput<Api['requestConnection']>

export interface AskDeps {
  readonly pool: pg.Pool
  readonly events: EventBus
  readonly requests: Limiter
  readonly requestsToOne: Limiter
  readonly now: () => number
  readonly newId: () => string
}

/**
 * A request to a provider. Throws `not_found` for whoever is no listed provider or has a block with the actor,
 * `request_pending` and `already_connected` with the connection that stands, `minors_not_seen`, `rate_limited`.
 */
export function createAsk(deps: AskDeps) {
  return async function ask(actor: Actor, asked: Asked): Promise<Connection> {
    const providerId = asked.requestedServiceProvider.toLowerCase()
    // One that shows nothing is none.
    const message = asked.message || null
    await deps.requests.take(actor.userId)
    await deps.requestsToOne.take(actor.userId, providerId)
    const at = new Date(deps.now())
    const made = await inTransaction(deps.pool, 'begin', async (client) => {
      await lockPair(client, actor.userId, providerId)
      await checkTarget(client, actor, providerId, utcDate(at.getTime()))
      const pair = { id: deps.newId(), clientId: actor.userId, providerId, createdAt: at }
      const row = await insertRequest(client, authorize(actor, pair, mayAsk), message)
      // The database itself refuses a second live one, should anybody ever forget the lock.
      if (!row) throw new ProblemError('request_pending')
      await addNotice(client, {
        id: deps.newId(),
        userId: providerId,
        actorId: actor.userId,
        kind: 'connection.requested',
        aboutId: row.id,
        at,
      })
      return row
    }).catch(asGone)
    deps.events.publish([actor.userId, providerId], { type: 'connections' })
    deps.events.publish([providerId], { type: 'notices' })
    return presentConnection(made)
  }
}

/** Whoever deletes their account at the same moment is nobody to ask, or to be asked by. */
function asGone(error: unknown): never {
  throw violatedForeignKey(error) === undefined ? error : new ProblemError('not_found')
}

async function checkTarget(
  client: Queryable,
  actor: Actor,
  providerId: string,
  today: LocalDate,
): Promise<void> {
  const status = await pairStatus(client, actor.userId, providerId, today)
  if (!status.listed || status.relation === 'blocked') throw new ProblemError('not_found')
  await refuseLive(client, status)
  if (status.relation === 'unavailable') throw new ProblemError('minors_not_seen')
}

async function refuseLive(
  client: Queryable,
  { connection, connectionId }: PairStatus,
): Promise<void> {
  if (connection !== 'pending' && connection !== 'connected') return
  const row = connectionId && (await connectionById(client, connectionId))
  const code = connection === 'pending' ? 'request_pending' : 'already_connected'
  throw new ProblemError(code, row ? { current: presentConnection(row) } : {})
}
