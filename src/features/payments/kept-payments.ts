import { paymentSchema, type Payment } from '#contract/payments/model.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { parseRows } from '#src/offline/storage/parse-rows.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { fetchPayments } from './payment-calls.ts'

/** The newest of one's payments as this device knows them; undefined before the server has sent them. For a live query. */
export async function readPayments(db: UserDatabase): Promise<Payment[] | undefined> {
  const row = await db.meta.get('payments')
  return row?.key === 'payments' ? parseRows(paymentSchema, row.payments) : undefined
}

/** Fetches the newest of one's payments and keeps them. Rejects as the call does. */
export async function refreshPayments(db: UserDatabase, token: string) {
  const page = await fetchPayments(token, undefined)
  await userTransaction(db, [], () => db.meta.put({ key: 'payments', payments: page.rows }))
  return page
}
