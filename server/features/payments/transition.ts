import type { PaymentStatus } from '#contract/payments/api.ts'
import type { CheckoutEvent, DisputeEvent, PaymentEvent } from '#server/ports/checkout/port.ts'

/** A purchase, as far as what a gateway says can change it. */
export interface PaymentState {
  readonly status: PaymentStatus
  readonly amountMinor: number
  readonly refundedMinor: number
  readonly currency: string
  readonly checkoutId: string | null
  readonly chargeId: string | null
  readonly paidAt: Date | null
  /** The dispute that was heard of last, open or not. */
  readonly disputeId: string | null
  /** Why an operator has to look at it. */
  readonly reviewReason: string | null
}

/** Why an operator looks at sessions that are left: the account of one of the two is closed. */
export const closedReasons = {
  provider: 'its provider is closed out',
  client: 'its client is closed out',
} as const
export const allClosedReasons = Object.values(closedReasons)

/** What an event changes; `already` changes nothing. */
export type Transition =
  | { readonly outcome: 'already' }
  /** What was said is not what was asked for: recorded, and nothing granted. */
  | { readonly outcome: 'mismatch'; readonly reason: string }
  | {
      readonly outcome: 'applied'
      readonly status: PaymentStatus
      readonly refundedMinor: number
      /** `grant` is for a payment's first good news, `take_back` for one of which nothing can be booked any more. */
      readonly credits: 'none' | 'grant' | 'take_back' | 'grant_and_take_back'
      readonly paid?: Charge
      /** The checkout of money that is on its way. */
      readonly processingIn?: string
      /** Money that came and is not wanted: nothing is granted, and all of it goes back. */
      readonly unwanted?: Charge
      readonly disputeId?: string
    }

interface Charge {
  readonly checkoutId: string
  readonly chargeId: string | null
}

/**
 * The same payment where what it was for is paid already or not asked for any more: no session comes of it, and it goes
 * back to whoever paid.
 */
export function unwanted({ status, refundedMinor, paid, ...rest }: Paid): Transition {
  const gone = status === 'refunded'
  return {
    ...rest,
    status: gone ? 'refunded' : 'review',
    refundedMinor,
    credits: 'none',
    unwanted: paid,
  }
}

type Applied = Extract<Transition, { outcome: 'applied' }>

export type Paid = Applied & { readonly paid: Charge }

/** Whether an event is a payment's first good news. */
export function isPaid(transition: Transition): transition is Paid {
  return transition.outcome === 'applied' && transition.paid !== undefined
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
    case 'processing':
      return payment.status === 'pending'
        ? { ...ended(payment, 'pending'), processingIn: event.checkoutId }
        : { outcome: 'already' }
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
    // What becomes of the money is an operator's to settle; the gateway gives nothing back a second time.
    case 'refund_failed':
      return { outcome: 'already' }
  }
}

function paid(payment: PaymentState, event: CheckoutEvent & { kind: 'paid' }): Transition {
  // A charge of a purchase that was never paid is one that was not wanted.
  if (payment.paidAt !== null || payment.chargeId !== null) return { outcome: 'already' }
  const reason = mismatchOf(payment, event)
  if (reason !== undefined && payment.status === 'refunded') return { outcome: 'already' }
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

function refunded(payment: PaymentState, event: Refunded): Transition {
  if (event.all && isOther(payment, event)) return otherRefunded(payment, event)
  if (event.currency.toUpperCase() !== payment.currency) {
    return { outcome: 'mismatch', reason: `refunded in ${event.currency}` }
  }
  const refundedMinor = Math.min(event.refundedMinor, payment.amountMinor)
  if (refundedMinor <= payment.refundedMinor) return { outcome: 'already' }
  const all = refundedMinor === payment.amountMinor
  if (all && payment.paidAt === null && payment.chargeId !== null) {
    return { outcome: 'applied', status: 'refunded', refundedMinor, credits: 'none' }
  }
  const gone = isHeld(payment) && all
  return {
    outcome: 'applied',
    status: gone ? 'refunded' : payment.status,
    refundedMinor,
    credits: gone || isClosed(payment) ? 'take_back' : 'none',
  }
}

/** Whether what goes back is for the sessions that are left: where some were had, it is a part of what was paid. */
function isClosed({ reviewReason }: PaymentState): boolean {
  return allClosedReasons.some((each) => each === reviewReason)
}

type Refunded = CheckoutEvent & { readonly kind: 'refunded' }

/** Whether what went back is of a charge that is not what was asked for: nothing was granted for it. */
function isOther(payment: PaymentState, { currency, refundedMinor }: Refunded): boolean {
  if (payment.paidAt !== null || payment.chargeId !== null) return false
  const asked = currency.toUpperCase() === payment.currency && refundedMinor === payment.amountMinor
  return payment.status === 'review' || !asked
}

/** A charge that is not what was asked for is over once all of it went back. */
function otherRefunded(payment: PaymentState, event: Refunded): Transition {
  const { status, amountMinor, currency } = payment
  // The books count in the currency that was asked for.
  const backMinor = event.currency.toUpperCase() === currency ? event.refundedMinor : 0
  const refundedMinor = Math.max(payment.refundedMinor, Math.min(backMinor, amountMinor))
  if (status === 'refunded' && refundedMinor === payment.refundedMinor) {
    return { outcome: 'already' }
  }
  return ended({ ...payment, refundedMinor }, 'refunded')
}

/**
 * Stripe gives a charge one dispute at a time; one that is lost is a refund that the bank made. Of money that is not wanted, that
 * alone counts: it is on its way back already, and the gateway refuses to send back what a bank took.
 */
function disputed(payment: PaymentState, event: DisputeEvent): Transition {
  const { disputeId } = event
  if (isUnwanted(payment) && event.kind === 'dispute_lost') return lost(payment, event)
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
    credits: isUnwanted(payment) ? 'none' : 'take_back',
    disputeId,
  }
}

/** Whether the money came and has not all gone back. */
function isHeld({ status }: PaymentState): boolean {
  return status === 'paid' || status === 'disputed'
}

/** Whether money came that is not wanted and has not gone back. */
function isUnwanted({ status, chargeId, paidAt }: PaymentState): boolean {
  return status === 'review' && chargeId !== null && paidAt === null
}

function ended({ refundedMinor }: PaymentState, status: PaymentStatus): Applied {
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
