import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Orm } from '#server/db/orm.ts'
import { sessions, users, passwordResets } from '#server/db/schema/account.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import { markConfirmed } from './email-codes.ts'
import { endOtherSessions, forgetDevices } from '../sign-in/own-sessions.ts'

export type ResetRow = typeof passwordResets.$inferSelect
export type NewReset = typeof passwordResets.$inferInsert
/** A request whose code was right, and the account it is for. */
export type ProvenReset = Pick<ResetRow, 'tokenHash'> & { readonly userId: string }
export type RecoveryRepo = ReturnType<typeof createRecoveryRepo>

/** Reads and writes of `password_resets`, and the change of a password with all that ends by it. */
export function createRecoveryRepo(orm: Orm) {
  return {
    /** Stores a request beside the account's others; the same statement where there is no account. */
    async insertReset(reset: NewReset): Promise<void> {
      await orm.insert(passwordResets).values(reset)
    },

    /** Counts a try before anybody looks at its code; undefined when there is none left, or no such request. */
    async takeTry(tokenHash: string, now: Date, triesMax: number): Promise<ResetRow | undefined> {
      const rows = await orm
        .update(passwordResets)
        .set({ tries: sql`${passwordResets.tries} + 1` })
        .where(
          and(
            eq(passwordResets.tokenHash, tokenHash),
            lt(passwordResets.tries, triesMax),
            gt(passwordResets.expiresAt, now),
          ),
        )
        .returning()
      return rows[0]
    },

    /**
     * Sets the password; every request and every session of the account ends, and every device is forgotten but those
     * given. The code came by mail, so the address is confirmed, too. Says whose it was, or that somebody was faster.
     */
    async redeem(
      reset: Authorized<ProvenReset>,
      given: { passwordHash: string; deviceHashes: readonly string[]; at: Date },
    ): Promise<{ email: string } | 'used'> {
      const { userId, tokenHash } = reset
      return orm.transaction(async (tx) => {
        // The person first: two requests of theirs that are redeemed at once would wait for one another.
        const mine = eq(users.id, userId)
        await tx.select({ id: users.id }).from(users).where(mine).for('update')
        const used = await tx.delete(passwordResets).where(eq(passwordResets.tokenHash, tokenHash))
        if (!used.rowCount) return 'used'
        await tx.update(users).set({ passwordHash: given.passwordHash }).where(mine)
        const user = await markConfirmed(tx, reset, given.at)
        if (!user) return 'used'
        await tx.delete(passwordResets).where(eq(passwordResets.userId, userId))
        await tx.delete(sessions).where(eq(sessions.userId, userId))
        await forgetDevices(tx, userId, given.deviceHashes)
        return user
      })
    },

    /**
     * Sets the password of somebody who is signed in. Every other session of theirs ends, and every reset code where the
     * password is another one. Nothing is changed where the password that they gave, or their session, has ended meanwhile.
     */
    async changePassword(
      own: Authorized<{ userId: string; tokenHash: string }>,
      given: { provenHash: string; passwordHash: string; keepsCodes: boolean },
    ): Promise<'changed' | 'gone'> {
      const mine = eq(users.id, own.userId)
      return orm.transaction(async (tx) => {
        const proven = and(mine, eq(users.passwordHash, given.provenHash))
        const [owner] = await tx.select({ id: users.id }).from(users).where(proven).for('update')
        const session = eq(sessions.tokenHash, own.tokenHash)
        if (!owner || (await tx.$count(sessions, session)) === 0) return 'gone'
        await tx.update(users).set({ passwordHash: given.passwordHash }).where(mine)
        const codes = eq(passwordResets.userId, own.userId)
        if (!given.keepsCodes) await tx.delete(passwordResets).where(codes)
        await endOtherSessions(tx, own)
        return 'changed'
      })
    },
  }
}
