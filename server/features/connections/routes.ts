import type { connectionsApi } from '#contract/connections/api.ts'
import { createLimiter } from '#server/http/limits/limiter.ts'
import { anyMember, type Routes } from '#server/http/routing/route.ts'
import { createAsk, requestsPerDayMax, requestsPerPairAndDayMax } from './ask.ts'
import { createConnectionChanges, type ChangeDeps } from './change.ts'
import {
  noUnverifiedProvider,
  noWaitingProvider,
  onlyClients,
  onlyVerifiedProviders,
} from './policy.ts'
import { createConnectionLists } from './lists.ts'

const daySeconds = 86_400

export function connectionsRoutes(deps: ChangeDeps): Routes<typeof connectionsApi> {
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
