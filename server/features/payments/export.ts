import { asc, eq, or } from 'drizzle-orm'
import type { Orm } from '#server/db/orm.ts'
import { creditEntries, payments } from '#server/db/schema/payments.ts'
import type { Authorized } from '#server/http/session/authorize.ts'

type Own = Authorized<{ readonly userId: string }>

/** Every purchase of a person and every one from them, oldest first, without saying with whom: that is the other's. */
export function paymentsExport(orm: Orm) {
  return async ({ userId }: Own) => {
    const rows = await orm
      .select()
      .from(payments)
      .where(or(eq(payments.userId, userId), eq(payments.providerId, userId)))
      .orderBy(asc(payments.id))
    return rows.map((row) => ({
      boughtByMe: row.userId === userId,
      type: row.type,
      sessions: row.sessions,
      durationMinutes: row.durationMinutes,
      frequency: row.frequency,
      currency: row.currency,
      priceMinor: row.priceMinor,
      amountMinor: row.amountMinor,
      refundedMinor: row.refundedMinor,
      status: row.status,
      createdAt: row.createdAt,
      paidAt: row.paidAt,
      sessionsLeft: row.creditsLeft,
    }))
  }
}

/** Every entry of a person's sessions: bought, used, given back. */
export function creditsExport(orm: Orm) {
  return async ({ userId }: Own) =>
    orm
      .select({ kind: creditEntries.kind, amount: creditEntries.amount, at: creditEntries.at })
      .from(creditEntries)
      .innerJoin(payments, eq(payments.id, creditEntries.paymentId))
      .where(eq(payments.userId, userId))
      .orderBy(asc(creditEntries.at), asc(creditEntries.id))
}
