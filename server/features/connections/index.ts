import { defineFeature } from '#server/feature.ts'
import { connectionsRoutes, createConnectionLists } from './routes.ts'
import { newestAdultBirthDate, utcDate } from '#contract/local-date.ts'
import type { Queryable } from '#server/db/queryable.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import { connectionsOf } from './connections.sql.ts'

export { endByBlock } from './change.ts'
export {
  blockedWith,
  lockPair,
  lockPairs,
  pairStatus,
  pairStatuses,
  type PairStatus,
} from './relation.ts'

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
