import type { PaymentStatus } from '#contract/payments/model.ts'
import type { CheckoutEvent, DisputeEvent, PaymentEvent } from '#server/ports/checkout/port.ts'

/** A purchase, as far as what a gateway says can change it. */
export interface PaymentState {
  readonly status: PaymentStatus
  readonly amountMinor: number
  readonly refundedMinor: number
  readonly currency: string
  readonly checkoutId: string | null
  readonly paidAt: Date | null
  /** The dispute that was heard of last, open or not. */
  readonly disputeId: string | null
}

/** What an event changes; `already` changes nothing. */
export type Transition =
  | { readonly outcome: 'already' }
  /** What was said is not what was asked for: recorded, and nothing granted. */
  | { readonly outcome: 'mismatch'; readonly reason: string }
  | {
      readonly outcome: 'applied'
      readonly status: PaymentStatus
      readonly refundedMinor: number
      /** `grant` is for a payment's first good news, `take_back` for one that all went back. */
      readonly credits: 'none' | 'grant' | 'take_back' | 'grant_and_take_back'
      readonly paid?: { readonly checkoutId: string; readonly chargeId: string | null }
      readonly disputeId?: string
    }

/**
 * What an event means for a purchase. Whatever the order in which events come, and however often, the end is the same:
 * a payment outranks a failure or an expiry, a refund counts by the most that was ever said, and a dispute that was
 * decided does not open again.
 */
export function transitionOf(payment: PaymentState, event: PaymentEvent): Transition {
  switch (event.kind) {
    case 'paid':
      return paid(payment, event)
    case 'refunded':
      return refunded(payment, event)
    case 'failed':
      return payment.status === 'pending' ? ended(payment, 'failed') : { outcome: 'already' }
    case 'expired':
      return payment.status === 'pending' || payment.status === 'failed'
        ? ended(payment, 'expired')
        : { outcome: 'already' }
    case 'disputed':
    case 'dispute_won':
    case 'dispute_lost':
      return disputed(payment, event)
  }
}

function paid(payment: PaymentState, event: CheckoutEvent & { kind: 'paid' }): Transition {
  if (payment.paidAt !== null) return { outcome: 'already' }
  const reason = mismatchOf(payment, event)
  if (reason !== undefined) return { outcome: 'mismatch', reason }
  const { checkoutId, chargeId } = event
  const gone = payment.refundedMinor >= payment.amountMinor
  return {
    outcome: 'applied',
    status: gone ? 'refunded' : 'paid',
    refundedMinor: payment.refundedMinor,
    credits: gone ? 'grant_and_take_back' : 'grant',
    paid: { checkoutId, chargeId },
  }
}

function refunded(payment: PaymentState, event: CheckoutEvent & { kind: 'refunded' }): Transition {
  if (event.currency.toUpperCase() !== payment.currency) {
    return { outcome: 'mismatch', reason: `refunded in ${event.currency}` }
  }
  const refundedMinor = Math.min(event.refundedMinor, payment.amountMinor)
  if (refundedMinor <= payment.refundedMinor) return { outcome: 'already' }
  const gone = isHeld(payment) && refundedMinor === payment.amountMinor
  return {
    outcome: 'applied',
    status: gone ? 'refunded' : payment.status,
    refundedMinor,
    credits: gone ? 'take_back' : 'none',
  }
}

/** Stripe gives a charge one dispute at a time; one that is lost is a refund that the bank made. */
function disputed(payment: PaymentState, event: DisputeEvent): Transition {
  const { disputeId } = event
  if (!isHeld(payment)) return { outcome: 'already' }
  const { refundedMinor } = payment
  const applied = { outcome: 'applied', refundedMinor, credits: 'none', disputeId } as const
  switch (event.kind) {
    case 'disputed':
      if (payment.disputeId === disputeId) return { outcome: 'already' }
      return { ...applied, status: 'disputed' }
    case 'dispute_won':
      return { ...applied, status: 'paid' }
    case 'dispute_lost':
      return lost(payment, event)
  }
}

function lost(payment: PaymentState, event: DisputeEvent & { kind: 'dispute_lost' }): Transition {
  const { currency, disputeId, lostMinor } = event
  if (currency.toUpperCase() !== payment.currency) {
    return { outcome: 'mismatch', reason: `a dispute was lost in ${currency}` }
  }
  const refundedMinor = Math.max(payment.refundedMinor, Math.min(lostMinor, payment.amountMinor))
  return {
    outcome: 'applied',
    status: 'refunded',
    refundedMinor,
    credits: 'take_back',
    disputeId,
  }
}

/** Whether the money came and has not all gone back. */
function isHeld({ status }: PaymentState): boolean {
  return status === 'paid' || status === 'disputed'
}

function ended({ refundedMinor }: PaymentState, status: PaymentStatus): Transition {
  return { outcome: 'applied', status, refundedMinor, credits: 'none' }
}

function mismatchOf(
  payment: PaymentState,
  event: CheckoutEvent & { kind: 'paid' },
): string | undefined {
  const { checkoutId, currency, amountMinor } = event
  if (payment.checkoutId !== null && payment.checkoutId !== checkoutId) return 'another checkout'
  if (currency.toUpperCase() !== payment.currency) return `paid in ${currency.toUpperCase()}`
  return amountMinor === payment.amountMinor ? undefined : `paid ${amountMinor} minor units`
}
