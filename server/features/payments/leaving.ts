import { eq } from 'drizzle-orm'
import type { Transaction } from '#server/db/orm.ts'
import { payments } from '#server/db/schema/payments.ts'

/**
 * Takes a seller and their plans out of the books, in the transaction that deletes their account. The database would do
 * so by itself, plan by plan, but refuses a purchase that this transaction changed already: a credit that goes back.
 */
export async function leaveBooks(tx: Transaction, sellerId: string): Promise<void> {
  await tx
    .update(payments)
    .set({ providerId: null, planId: null })
    .where(eq(payments.providerId, sellerId))
}
