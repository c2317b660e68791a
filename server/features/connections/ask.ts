import type pg from 'pg'
import type { Api } from '#contract/api.ts'
import type { BodyOutput } from '#contract/endpoint.ts'
import type { Connection } from '#contract/connections/model.ts'
import { utcDate, type LocalDate } from '#contract/local-date.ts'
import { violatedForeignKey } from '#server/db/errors.ts'
import type { Queryable } from '#server/db/queryable.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { addNotice } from '#server/features/notices/index.ts'
import type { Actor } from '#server/http/session/actor.ts'
import { authorize } from '#server/http/session/authorize.ts'
import type { Limiter } from '#server/http/limits/limiter.ts'
import { ProblemError } from '#server/http/routing/problem-error.ts'
import type { EventBus } from '#server/ports/events/port.ts'
import { mayAsk } from './policy.ts'
import { presentConnection } from './present.ts'
import { lockPair, pairStatus, type PairStatus } from './relation.ts'
import { connectionById, insertRequest } from './repo.ts'

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
