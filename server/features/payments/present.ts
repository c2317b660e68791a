import type { Payment } from '#contract/payments/model.ts'
import { majorOf, vatPercent } from '#contract/pricing/money.ts'
import type { PaymentRow, ShownPayment } from './repo.ts'

export function presentPayment({ payment, used, provider }: ShownPayment): Payment {
  return {
    _id: payment.id,
    sessionId: payment.payer === 'self' ? payment.checkoutId : null,
    payer: payment.payer,
    amount: majorOf(payment.amountMinor),
    amountMinor: payment.amountMinor,
    currency: payment.currency,
    status: payment.status,
    refundedMinor: payment.refundedMinor,
    createdAt: payment.createdAt.toISOString(),
    paidAt: payment.paidAt?.toISOString() ?? null,
    serviceProviderId: payment.providerId,
    provider: provider && { firstname: provider.firstname, lastname: provider.lastname },
    metadata: {
      type: payment.type,
      sessions: payment.sessions,
      duration: payment.durationMinutes,
      frequency: payment.frequency,
    },
    sessionsUsed: used,
    sessionsLeft: payment.creditsLeft,
    receipt: receiptOf(payment),
    sandbox: payment.gateway === 'sandbox',
  }
}

/** The number of a receipt: the day it was paid, and the end of the purchase's id. */
export function receiptNumber(payment: { id: string; paidAt: Date }): string {
  const day = payment.paidAt.toISOString().slice(0, 10).replaceAll('-', '')
  return `ZY-${day}-${payment.id.slice(-8).toUpperCase()}`
}

function receiptOf({ id, paidAt, priceMinor, amountMinor }: PaymentRow): Payment['receipt'] {
  if (paidAt === null) return null
  return {
    number: receiptNumber({ id, paidAt }),
    netMinor: priceMinor,
    vatMinor: amountMinor - priceMinor,
    vatPercent,
  }
}
