import { paymentsApi, paymentSchema, type Payment } from '#contract/payments/api.ts'
import { defineRemote, defineResource } from '#src/data/resource.ts'
import type { FetchedPage } from '#src/data/use-pages.tsx'
import { isApiProblem } from '#src/offline/api/api-error.ts'
import { callApi } from '#src/offline/api/api.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { parseRows } from '#src/offline/storage/parse-rows.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { asMember } from '#src/session/as-member.ts'

/** The newest of one's payments, newest first. */
export const paymentsResource = defineResource({
  key: 'payments.newest',
  read: readPayments,
  refresh: refreshPayments,
})

/** Undefined before the server has sent them. */
async function readPayments(db: UserDatabase): Promise<Payment[] | undefined> {
  const row = await db.meta.get('payments')
  return row?.key === 'payments' ? parseRows(paymentSchema, row.payments) : undefined
}

async function refreshPayments(db: UserDatabase, token: string): Promise<FetchedPage<Payment>> {
  const page = await fetchPage(token, undefined)
  const payments = [...page.rows]
  await userTransaction(db, [], () => db.meta.put({ key: 'payments', payments }))
  return page
}

/** One's payments, newest first, page by page; the first page is stored. Rejects as the call does. */
export async function fetchPayments(
  db: UserDatabase,
  after: string | undefined,
): Promise<FetchedPage<Payment>> {
  return await asMember(db, (token) =>
    after === undefined ? refreshPayments(db, token) : fetchPage(token, after),
  )
}

async function fetchPage(token: string, after: string | undefined): Promise<FetchedPage<Payment>> {
  const query = after === undefined ? {} : { after }
  const { payments, next } = await callApi(paymentsApi.listPayments, { query }, { token })
  return { rows: payments, next }
}

/** One's purchase by the session of its checkout; `missing` where no purchase of one's own has it. */
export const paymentRemote = defineRemote<Payment | 'missing', [sessionId: string]>({
  async fetch(token, sessionId) {
    try {
      return await callApi(paymentsApi.getPaymentSession, { params: { sessionId } }, { token })
    } catch (error) {
      if (isApiProblem(error) && error.problem.code === 'not_found') return 'missing'
      throw error
    }
  },
})

export type SandboxOutcome = 'paid' | 'cancelled'

/** Says what became of a checkout of the sandbox, where no money moves. Rejects as the call does. */
export async function endSandbox(
  db: UserDatabase,
  sessionId: string,
  outcome: SandboxOutcome,
): Promise<Payment> {
  const input = { params: { sessionId }, body: { outcome } }
  return await asMember(db, (token) =>
    callApi(paymentsApi.completeSandboxPayment, input, { token }),
  )
}
