import type pg from 'pg'
import { liveStates, type Connection } from '#contract/connections/model.ts'
import { utcDate } from '#contract/local-date.ts'
import type { Queryable } from '#server/db/queryable.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { addNotice, withdrawNotice } from '#server/features/notices/index.ts'
import type { Actor } from '#server/http/session/actor.ts'
import { authorize, type Authorized, type Rule } from '#server/http/session/authorize.ts'
import { ProblemError } from '#server/http/routing/problem-error.ts'
import type { EventBus } from '#server/ports/events/port.ts'
import { mayAnswer, mayEnd, mayRemove, type Pair } from './policy.ts'
import { presentConnection } from './present.ts'
import { lockPair, pairStatus } from './relation.ts'
import type { ConnectionRow } from './connections.sql.ts'
import { answerRequest, connectionById, endLive } from './repo.ts'

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
    const changed = await inTransaction(deps.pool, 'begin', async (client) => {
      const found = await connectionById(client, id)
      if (!found) throw new ProblemError('not_found')
      const connection = authorize(actor, found, rule)
      await lockPair(client, connection.clientId, connection.providerId)
      const after = await step(client, connection, new Date(deps.now()))
      if (!after) throw new ProblemError('not_found')
      return after
    })
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
