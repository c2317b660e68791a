import { asc, eq, or } from 'drizzle-orm'
import type { Orm } from '#server/db/orm.ts'
import { connections } from '#server/db/schema/connections.ts'
import type { Authorized } from '#server/http/authorize.ts'

/** Every request a person made or was sent, oldest first, without saying with whom: that is the other's. */
export function connectionsExport(orm: Orm) {
  return async ({ userId }: Authorized<{ readonly userId: string }>) => {
    const rows = await orm
      .select()
      .from(connections)
      .where(or(eq(connections.clientId, userId), eq(connections.providerId, userId)))
      .orderBy(asc(connections.createdAt))
    return rows.map(({ clientId, endedBy, state, createdAt, answeredAt, endedAt }) => ({
      sentByMe: clientId === userId,
      state,
      createdAt,
      answeredAt,
      endedAt,
      endedByMe: endedBy === userId,
    }))
  }
}
