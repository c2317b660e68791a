import { paymentsApi } from '#contract/payments/api.ts'
import type { Payment } from '#contract/payments/model.ts'
import { callApi } from '#src/offline/api/api.ts'

/** One's purchase by the session of its checkout. Rejects as the call does. */
export async function fetchPayment(token: string, sessionId: string): Promise<Payment> {
  return await callApi(paymentsApi.getPaymentSession, { params: { sessionId } }, { token })
}

/** One's purchases, newest first, page by page. Rejects as the call does. */
export async function fetchPayments(
  token: string,
  after: string | undefined,
): Promise<{ rows: Payment[]; next: string | null }> {
  const query = after === undefined ? {} : { after }
  const { payments, next } = await callApi(paymentsApi.listPayments, { query }, { token })
  return { rows: payments, next }
}

/** Says what became of a checkout of the sandbox, where no money moves. Rejects as the call does. */
export async function endSandbox(
  token: string,
  sessionId: string,
  outcome: 'paid' | 'cancelled',
): Promise<Payment> {
  const call = paymentsApi.completeSandboxPayment
  return await callApi(call, { params: { sessionId }, body: { outcome } }, { token })
}
