import type pg from 'pg'
import type { Api } from '#contract/api.ts'
import type { connectionsApi, Friend, ReceivedRequest } from '#contract/connections/api.ts'
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts'
import { newestAdultBirthDate, utcDate, type LocalDate } from '#contract/local-date.ts'
import type { Queryable } from '#server/db/orm.ts'
import { defineFeature } from '#server/feature.ts'
import { createLimiter } from '#server/http/limits/limits.ts'
import { pageOf, cursorByText, cursorByTime } from '#server/http/routing/page-cursor.ts'
import { anyMember, type Routes } from '#server/http/routing/route.ts'
import { type Authorized, allowed, authorize } from '#server/http/session/authorize.ts'
import type { Actor } from '#server/http/session/caller.ts'
import {
  createAsk,
  requestsPerDayMax,
  requestsPerPairAndDayMax,
  createConnectionChanges,
  type ChangeDeps,
} from './change.ts'
import { connectionsOf, type ConnectionRow } from './connections.sql.ts'
import {
  noUnverifiedProvider,
  noWaitingProvider,
  onlyClients,
  onlyVerifiedProviders,
  isOwn,
} from './policy.ts'
import { presentFriend, presentReceived, presentSent } from './present.ts'
import { type Own, type RequestsPage, sentBy, receivedBy, friendsOf } from './repo.ts'

export { endByBlock } from './change.ts'
export {
  blockedWith,
  lockPair,
  lockPairs,
  pairStatus,
  pairStatuses,
  sentencesBetween,
  type PairStatus,
} from './repo.ts'

export const connections = defineFeature({
  routes: (deps) =>
    connectionsRoutes({
      ...deps,
      pool: deps.database.pool,
      onAccepted: deps.hooks.onConnected,
      onEnded: deps.hooks.onEnded,
    }),
  previews: ({ database, now }) => {
    const { friend, requestFrom } = createConnectionLists({ pool: database.pool, now })
    return { contact: friend, request: requestFrom }
  },
  exportData: ({ database, now }) => ({ connections: connectionsExport(database.pool, now) }),
})

/**
 * Every request a person made or was sent, oldest first, with the name and role of the other one. Whom the lists on
 * screen keep from them the export keeps from them too: then `with` is null.
 */
function connectionsExport(client: Queryable, now: () => number) {
  return async ({ userId }: Authorized<{ readonly userId: string }>) => {
    const rows = await connectionsOf.all(client, [userId, newestAdultBirthDate(utcDate(now()))])
    return rows.map(
      ({ clientId, endedBy, state, message, createdAt, answeredAt, endedAt, ...other }) => ({
        with: other.shown
          ? { name: `${other.firstname} ${other.lastname}`, role: other.userType }
          : null,
        sentByMe: clientId === userId,
        state,
        // What a young person wrote goes with them out of sight.
        message: clientId === userId || other.shown ? message : null,
        createdAt,
        answeredAt,
        endedAt,
        endedByMe: endedBy === userId,
      }),
    )
  }
}

const daySeconds = 86_400

function connectionsRoutes(deps: ChangeDeps): Routes<typeof connectionsApi> {
  const { pool } = deps
  const ask = createAsk({
    ...deps,
    requests: createLimiter(pool, 'connection', requestsPerDayMax, daySeconds),
    requestsToOne: createLimiter(pool, 'connection-pair', requestsPerPairAndDayMax, daySeconds),
  })
  const changes = createConnectionChanges(deps)
  const lists = createConnectionLists(deps)
  return {
    requestConnection: {
      policy: onlyClients,
      handle: ({ body, session }) => ask(session.actor, body),
    },
    listSentRequests: {
      policy: anyMember,
      handle: ({ query, session }) => lists.sent(session.actor, query),
    },
    listReceivedRequests: {
      policy: onlyVerifiedProviders,
      handle: ({ query, session }) => lists.received(session.actor, query),
    },
    listFriends: {
      policy: anyMember,
      handle: ({ query, session }) => lists.friends(session.actor, query),
    },
    acceptConnection: {
      policy: noWaitingProvider,
      handle: ({ params, session }) => changes.accept(session.actor, params.id),
    },
    rejectConnection: {
      policy: noWaitingProvider,
      handle: ({ params, session }) => changes.reject(session.actor, params.id),
    },
    removeRequest: {
      policy: noWaitingProvider,
      handle: ({ params, session }) => changes.remove(session.actor, params.id),
    },
    endConnection: {
      policy: noUnverifiedProvider,
      handle: ({ params, session }) => changes.endAccepted(session.actor, params.id),
    },
  }
}

/** A person's own requests and connections, page by page. Nobody's lists take an id. */
function createConnectionLists({ pool, now }: { pool: pg.Pool; now: () => number }) {
  async function sent(
    actor: Actor,
    query: QueryOf<Api['listSentRequests']>,
  ): Promise<ReplyOf<Api['listSentRequests']>> {
    const rows = await sentBy(pool, ownOf(actor), asked(query, utcDate(now())))
    const page = pageOf(rows, query.limit, byTime)
    return { requests: page.rows.map(presentSent), next: page.next }
  }

  async function received(
    actor: Actor,
    query: QueryOf<Api['listReceivedRequests']>,
  ): Promise<ReplyOf<Api['listReceivedRequests']>> {
    const today = utcDate(now())
    const rows = await receivedBy(pool, ownOf(actor), asked(query, today))
    const page = pageOf(rows, query.limit, byTime)
    return { requests: page.rows.map((row) => presentReceived(row, today)), next: page.next }
  }

  /** A provider who is not verified any more sees no client: access goes with the verification. */
  async function friends(
    actor: Actor,
    { limit, after }: QueryOf<Api['listFriends']>,
  ): Promise<ReplyOf<Api['listFriends']>> {
    if (actor.userType === 'ServiceProvider' && !actor.verifiedProvider) {
      return { friends: [], next: null }
    }
    const behind = after === undefined ? undefined : cursorByText(after)
    const rows = await friendsOf(pool, ownOf(actor), { behind, limit, today: utcDate(now()) })
    const page = pageOf(rows, limit, ({ nameKey, id }) => [nameKey, id])
    return { friends: page.rows.map(presentFriend), next: page.next }
  }

  /** The row of one person in the list that a viewer gets; null where it holds none. */
  async function friend(viewer: Actor, friendId: string): Promise<Friend | null> {
    if (viewer.userType === 'ServiceProvider' && !viewer.verifiedProvider) return null
    const today = utcDate(now())
    const given = { behind: undefined, limit: 1, today, friendId }
    const [row] = await friendsOf(pool, ownOf(viewer), given)
    return row ? presentFriend(row) : null
  }

  /** The request of one person in the list that a viewer gets while it waits; null where it holds none. */
  async function requestFrom(viewer: Actor, fromId: string): Promise<ReceivedRequest | null> {
    allowed(viewer, onlyVerifiedProviders)
    const today = utcDate(now())
    const given = { state: 'pending', behind: undefined, limit: 1, today, fromId } as const
    const [row] = await receivedBy(pool, ownOf(viewer), given)
    return row ? presentReceived(row, today) : null
  }

  return { sent, received, friends, friend, requestFrom }
}

function ownOf(actor: Actor): Own {
  return authorize<{ userId: string }, Actor>(actor, { userId: actor.userId }, isOwn)
}

function asked(query: QueryOf<Api['listSentRequests']>, today: LocalDate): RequestsPage {
  const { state, limit, after } = query
  return { state, limit, today, behind: after === undefined ? undefined : cursorByTime(after) }
}

function byTime({ createdAt, id }: ConnectionRow): readonly string[] {
  return [createdAt.toISOString(), id]
}
