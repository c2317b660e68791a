import { and, desc, eq, gt, ne, notExists, sql } from 'drizzle-orm'
import type { Orm, Transaction } from '#server/db/orm.ts'
import { knownDevices, sessions } from '#server/db/schema/account.ts'
import type { Authorized } from '#server/http/session/authorize.ts'

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

    /** Ends one session by its public id, if it is that person's, and forgets its device unless another is open there. */
    async endOne(own: Authorized<{ userId: string }>, id: string): Promise<'ended' | 'not_found'> {
      return orm.transaction(async (tx) => {
        const [ended] = await tx
          .delete(sessions)
          .where(and(eq(sessions.id, id), eq(sessions.userId, own.userId)))
          .returning({ deviceHash: sessions.deviceHash })
        if (ended?.deviceHash) await forgetUnlessOpen(tx, ended.deviceHash)
        return ended ? 'ended' : 'not_found'
      })
    },

    async endOthers(own: Authorized<{ userId: string; tokenHash: string }>): Promise<void> {
      await orm.transaction((tx) => endOtherSessions(tx, own))
    },
  }
}

/** Ends every session of a person but one, and forgets every device but that one's. */
export async function endOtherSessions(
  tx: Transaction,
  own: Authorized<{ userId: string; tokenHash: string }>,
): Promise<void> {
  const [current] = await tx
    .select({ deviceHash: sessions.deviceHash })
    .from(sessions)
    .where(eq(sessions.tokenHash, own.tokenHash))
  await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, own.userId), ne(sessions.tokenHash, own.tokenHash)))
  await forgetDevices(tx, own.userId, current?.deviceHash ? [current.deviceHash] : [])
}

/** Forgets every device of a person but those in the hands of whoever asks. */
export async function forgetDevices(
  tx: Transaction,
  userId: string,
  exceptHashes: readonly string[],
): Promise<void> {
  const others = sql`${knownDevices.tokenHash} <> all(${sql.param(exceptHashes)}::text[])`
  await tx.delete(knownDevices).where(and(eq(knownDevices.userId, userId), others))
}

async function forgetUnlessOpen(tx: Transaction, deviceHash: string): Promise<void> {
  const open = tx.select().from(sessions).where(eq(sessions.deviceHash, deviceHash))
  await tx.delete(knownDevices).where(and(eq(knownDevices.tokenHash, deviceHash), notExists(open)))
}
