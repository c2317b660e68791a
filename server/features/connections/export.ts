import { newestAdultBirthDate, utcDate } from '#contract/local-date.ts'
import type { Queryable } from '#server/db/queryable.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import { connectionsOf } from './connections.sql.ts'

/**
 * Every request a person made or was sent, oldest first, with the name and role of the other one. Whom the lists on
 * screen keep from them the export keeps from them too: then `with` is null.
 */
export function connectionsExport(client: Queryable, now: () => number) {
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
