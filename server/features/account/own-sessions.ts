import { and, desc, eq, gt, ne } from 'drizzle-orm'
import type { Orm } from '#server/db/orm.ts'
import { sessions } from '#server/db/schema/account.ts'
import type { Authorized } from '#server/http/authorize.ts'

export type SessionRow = typeof sessions.$inferSelect
export type OwnSessions = ReturnType<typeof createOwnSessions>

/** What people see and end of their own sessions. `now` gives epoch milliseconds. */
export function createOwnSessions(orm: Orm, now: () => number) {
  return {
    /** Every session of a person whose token is still accepted, newest use first. */
    async listOf(own: Authorized<{ userId: string }>): Promise<SessionRow[]> {
      return orm
        .select()
        .from(sessions)
        .where(and(eq(sessions.userId, own.userId), gt(sessions.expiresAt, new Date(now()))))
        .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
    },

    /** Ends one session by its public id, if it is that person's. */
    async endOne(own: Authorized<{ userId: string }>, id: string): Promise<'ended' | 'not_found'> {
      const { rowCount } = await orm
        .delete(sessions)
        .where(and(eq(sessions.id, id), eq(sessions.userId, own.userId)))
      return rowCount ? 'ended' : 'not_found'
    },

    async endOthers(own: Authorized<{ userId: string; tokenHash: string }>): Promise<void> {
      await orm
        .delete(sessions)
        .where(and(eq(sessions.userId, own.userId), ne(sessions.tokenHash, own.tokenHash)))
    },
  }
}
