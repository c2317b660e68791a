import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { emailCodeLifeMs, emailCodeTriesMax } from '#contract/account/confirmation.ts'
import type { Orm, Transaction } from '#server/db/orm.ts'
import { users } from '#server/db/schema/account.ts'
import { emailCodes } from '#server/db/schema/recovery.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import type { Sealer } from '#server/ports/sealing.ts'
import { hashMailedCode, isMailedCode, newMailedCode } from './mailed-code.ts'
import type { NewUser, UserRow } from '../repo.ts'

export type EmailCodes = ReturnType<typeof createEmailCodes>

/** The codes by which people prove their e-mail: one a person, five tries, 24 hours. `now` gives epoch milliseconds. */
export function createEmailCodes(deps: { orm: Orm; sealer: Sealer; now: () => number }) {
  const { orm, now } = deps
  const keyOf = (userId: string) => deps.sealer.keyFor(`email-code:${userId}`)

  return {
    /** Makes a code instead of the one before, for somebody whose address is not confirmed yet. */
    async renew(
      tx: Pick<Transaction, 'insert'>,
      person: Authorized<Pick<NewUser, 'id'>>,
    ): Promise<string> {
      const code = newMailedCode()
      const fresh = {
        codeHash: hashMailedCode(keyOf(person.id), code),
        tries: 0,
        createdAt: new Date(now()),
        expiresAt: new Date(now() + emailCodeLifeMs),
      }
      await tx
        .insert(emailCodes)
        .values({ userId: person.id, ...fresh })
        .onConflictDoUpdate({ target: emailCodes.userId, set: fresh })
      return code
    },

    /** Counts a try, then says whether it was the code. */
    async isRight(userId: string, code: string): Promise<boolean> {
      const [row] = await orm
        .update(emailCodes)
        .set({ tries: sql`${emailCodes.tries} + 1` })
        .where(
          and(
            eq(emailCodes.userId, userId),
            lt(emailCodes.tries, emailCodeTriesMax),
            gt(emailCodes.expiresAt, new Date(now())),
          ),
        )
        .returning()
      return row !== undefined && isMailedCode(keyOf(userId), code, row.codeHash)
    },
  }
}

/**
 * The one way in which an address gets confirmed: the code is used up, and a care provider who is approved is listed.
 * The row as it is now; undefined for somebody who was deleted meanwhile. Doing it again changes nothing.
 */
export async function markConfirmed(
  tx: Transaction,
  { userId }: Authorized<{ readonly userId: string }>,
  at: Date,
): Promise<UserRow | undefined> {
  const listed = sql<Date | null>`case when ${users.approvedAt} is null then ${users.verifiedAt}
    else coalesce(${users.verifiedAt}, ${at}) end`
  const rows = await tx
    .update(users)
    .set({ emailConfirmedAt: sql`coalesce(${users.emailConfirmedAt}, ${at})`, verifiedAt: listed })
    .where(eq(users.id, userId))
    .returning()
  await tx.delete(emailCodes).where(eq(emailCodes.userId, userId))
  return rows[0]
}
