import { and, count, eq, isNotNull, isNull, lt, ne } from 'drizzle-orm'
import type { Orm, Transaction } from '#server/db/orm.ts'
import { sessions, users, recoveryCodes, secondFactors } from '#server/db/schema/account.ts'
import type { Authorized } from '#server/http/session/authorize.ts'

export type SecondFactorRow = typeof secondFactors.$inferSelect
export type SecondFactorRepo = ReturnType<typeof createSecondFactorRepo>

/** A person's own session, which lives on where all others of theirs end. */
type Own = Authorized<{ readonly userId: string; readonly tokenHash: string }>

/** Reads and writes of second factors and their recovery codes, and what ends or begins with them. */
export function createSecondFactorRepo(orm: Orm) {
  return { ...turning(orm), ...taking(orm) }
}

/** Whether it is on, and what turns it on and off. */
function turning(orm: Orm) {
  return {
    async of(userId: string): Promise<SecondFactorRow | undefined> {
      return (await orm.select().from(secondFactors).where(eq(secondFactors.userId, userId)))[0]
    },

    /** Stores a secret in the place of one that was begun before; one that is on stays. */
    async begin(own: Own, begun: { sealedSecret: string; at: Date }): Promise<'begun' | 'is_on'> {
      const fresh = { sealedSecret: begun.sealedSecret, createdAt: begun.at, lastStep: 0 }
      const { rowCount } = await orm
        .insert(secondFactors)
        .values({ userId: own.userId, ...fresh })
        .onConflictDoUpdate({
          target: secondFactors.userId,
          set: fresh,
          setWhere: isNull(secondFactors.confirmedAt),
        })
      return rowCount ? 'begun' : 'is_on'
    },

    /** Turns on the secret that a code has just come back of. Somebody who was faster, or began anew, leaves nothing to do. */
    async confirm(
      own: Own,
      { sealedSecret }: Pick<SecondFactorRow, 'sealedSecret'>,
      given: { step: number; at: Date; codeHashes: readonly string[] },
    ): Promise<'confirmed' | 'gone'> {
      return orm.transaction(async (tx) => {
        // The person first: a login without a code that is under way opens its session before, to be ended, or not at all.
        const mine = eq(users.id, own.userId)
        await tx.select({ id: users.id }).from(users).where(mine).for('no key update')
        const { rowCount } = await tx
          .update(secondFactors)
          .set({ confirmedAt: given.at, lastStep: given.step })
          .where(
            and(
              eq(secondFactors.userId, own.userId),
              eq(secondFactors.sealedSecret, sealedSecret),
              isNull(secondFactors.confirmedAt),
            ),
          )
        if (!rowCount) return 'gone'
        await replaceCodes(tx, own.userId, given.codeHashes)
        await endOthers(tx, own)
        return 'confirmed'
      })
    },

    async end(own: Own): Promise<void> {
      await orm.transaction(async (tx) => {
        await tx.delete(secondFactors).where(eq(secondFactors.userId, own.userId))
        await endOthers(tx, own)
      })
    },

    /** For somebody who lost phone and codes: the operator has made sure who asks. Every session ends. */
    async endByOperator(userId: string): Promise<'ended' | 'off'> {
      return orm.transaction(async (tx) => {
        const { rowCount } = await tx.delete(secondFactors).where(eq(secondFactors.userId, userId))
        if (!rowCount) return 'off'
        await tx.delete(sessions).where(eq(sessions.userId, userId))
        return 'ended'
      })
    },
  }
}

/** Its codes, and the proof that one was given. */
function taking(orm: Orm) {
  return {
    async recoveryCodesLeft(userId: string): Promise<number> {
      const [row] = await orm
        .select({ left: count() })
        .from(recoveryCodes)
        .where(eq(recoveryCodes.userId, userId))
      return row?.left ?? 0
    },

    /** Takes the code of a step, once: of many who have it at the same time one gets through. */
    async takeStep(userId: string, step: number): Promise<'taken' | 'used'> {
      const { rowCount } = await orm
        .update(secondFactors)
        .set({ lastStep: step })
        .where(and(eq(secondFactors.userId, userId), lt(secondFactors.lastStep, step)))
      return rowCount ? 'taken' : 'used'
    },

    async takeRecoveryCode(userId: string, codeHash: string): Promise<'taken' | 'unknown'> {
      const { rowCount } = await orm
        .delete(recoveryCodes)
        .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash)))
      return rowCount ? 'taken' : 'unknown'
    },

    /** Puts new recovery codes in the place of all that are left; `off` where there is no second factor. */
    async renewCodes(own: Own, codeHashes: readonly string[]): Promise<'renewed' | 'off'> {
      return orm.transaction(async (tx) => {
        const [on] = await tx
          .select({ userId: secondFactors.userId })
          .from(secondFactors)
          .where(and(eq(secondFactors.userId, own.userId), isNotNull(secondFactors.confirmedAt)))
          .for('update')
        if (!on) return 'off'
        await replaceCodes(tx, own.userId, codeHashes)
        return 'renewed'
      })
    },

    async noteProof(own: Own, at: Date): Promise<void> {
      await orm
        .update(sessions)
        .set({ provedAt: at })
        .where(and(eq(sessions.tokenHash, own.tokenHash), eq(sessions.userId, own.userId)))
    },
  }
}

async function replaceCodes(tx: Transaction, userId: string, codeHashes: readonly string[]) {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx.insert(recoveryCodes).values(codeHashes.map((codeHash) => ({ userId, codeHash })))
}

async function endOthers(tx: Transaction, own: Own): Promise<void> {
  await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, own.userId), ne(sessions.tokenHash, own.tokenHash)))
}
