import { and, eq, gt, lt, ne, sql } from 'drizzle-orm'
import type { Orm } from '#server/db/orm.ts'
import { sessions, users } from '#server/db/schema/account.ts'
import { passwordResets } from '#server/db/schema/recovery.ts'
import type { Authorized } from '#server/http/authorize.ts'

export type ResetRow = typeof passwordResets.$inferSelect
export type NewReset = typeof passwordResets.$inferInsert
/** A request whose code was right, and the account it is for. */
export type ProvenReset = Pick<ResetRow, 'tokenHash'> & { readonly userId: string }
export type RecoveryRepo = ReturnType<typeof createRecoveryRepo>

/** Reads and writes of `password_resets`, and the change of a password with all that ends by it. */
export function createRecoveryRepo(orm: Orm) {
  return {
    /** Stores a request in the place of the account's earlier ones; the same two statements where there is no account. */
    async replaceReset(reset: NewReset): Promise<void> {
      const { userId = null } = reset
      await orm.transaction(async (tx) => {
        await tx.delete(passwordResets).where(sql`${passwordResets.userId} = ${userId}::uuid`)
        await tx.insert(passwordResets).values(reset)
      })
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

    /** Sets the password, uses the request up and ends every session; says whose it was, or that somebody was faster. */
    async redeem(
      reset: Authorized<ProvenReset>,
      passwordHash: string,
    ): Promise<{ email: string } | 'used'> {
      return orm.transaction(async (tx) => {
        const used = await tx
          .delete(passwordResets)
          .where(eq(passwordResets.tokenHash, reset.tokenHash))
        const [user] = await tx
          .update(users)
          .set({ passwordHash })
          .where(and(eq(users.id, reset.userId), sql`${used.rowCount ?? 0} > 0`))
          .returning({ email: users.email })
        if (!user) return 'used'
        await tx.delete(sessions).where(eq(sessions.userId, reset.userId))
        return user
      })
    },

    /** Sets the password of somebody who is signed in; every other session and every reset code of theirs ends. */
    async changePassword(
      own: Authorized<{ userId: string; tokenHash: string }>,
      passwordHash: string,
    ): Promise<void> {
      await orm.transaction(async (tx) => {
        await tx.update(users).set({ passwordHash }).where(eq(users.id, own.userId))
        await tx.delete(passwordResets).where(eq(passwordResets.userId, own.userId))
        await tx
          .delete(sessions)
          .where(and(eq(sessions.userId, own.userId), ne(sessions.tokenHash, own.tokenHash)))
      })
    },
  }
}
