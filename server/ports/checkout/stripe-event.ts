import type Stripe from 'stripe'
import type { PaymentEvent } from './port.ts'

/** The kinds of Stripe's events that say something about our payments. */
export const stripeEventTypes = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.closed',
] as const
type OurEvent = Extract<Stripe.Event, { type: (typeof stripeEventTypes)[number] }>

/** Our name for a payment, as Stripe carries it along. */
const metadataKey = 'paymentId'
const uuidShape = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** What an event of Stripe means for a payment of ours; undefined for anybody else's. */
export function paymentEventOf(event: Stripe.Event): PaymentEvent | undefined {
  if (!isOurs(event)) return undefined
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return paidEvent(event.id, event.data.object)
    case 'checkout.session.async_payment_failed':
      return endedEvent(event.id, event.data.object, 'failed')
    case 'checkout.session.expired':
      return endedEvent(event.id, event.data.object, 'expired')
    case 'charge.refunded':
      return refundedEvent(event.id, event.data.object)
    case 'charge.dispute.created':
    case 'charge.dispute.funds_withdrawn':
      return disputedEvent(event.id, event.data.object)
    case 'charge.dispute.closed':
      return disputeEndedEvent(event.id, event.data.object)
  }
}

function isOurs(event: Stripe.Event): event is OurEvent {
  return stripeEventTypes.some((type) => type === event.type)
}

export function metadataOf(paymentId: string): Stripe.MetadataParam {
  return { [metadataKey]: paymentId }
}

/** A session may complete before its money has come; then another event follows. */
function paidEvent(eventId: string, session: Stripe.Checkout.Session): PaymentEvent | undefined {
  const paymentId = ourPayment(session.metadata)
  if (paymentId === undefined || session.payment_status !== 'paid') return undefined
  return {
    eventId,
    paymentId,
    kind: 'paid',
    checkoutId: session.id,
    chargeId: idOf(session.payment_intent),
    amountMinor: session.amount_total ?? 0,
    currency: session.currency ?? '',
  }
}

function endedEvent(
  eventId: string,
  session: Stripe.Checkout.Session,
  kind: 'failed' | 'expired',
): PaymentEvent | undefined {
  const paymentId = ourPayment(session.metadata)
  return paymentId === undefined ? undefined : { eventId, paymentId, kind, checkoutId: session.id }
}

/** A charge carries what its payment intent was given. */
function refundedEvent(eventId: string, charge: Stripe.Charge): PaymentEvent | undefined {
  const paymentId = ourPayment(charge.metadata)
  if (paymentId === undefined) return undefined
  const { amount_refunded: refundedMinor, currency } = charge
  return { eventId, paymentId, kind: 'refunded', refundedMinor, currency }
}

/** While a bank only asks, as Stripe's warnings say, no money has moved. */
function disputedEvent(eventId: string, dispute: Stripe.Dispute): PaymentEvent | undefined {
  const chargeId = idOf(dispute.payment_intent)
  if (chargeId === null || dispute.status.startsWith('warning')) return undefined
  return { eventId, chargeId, disputeId: dispute.id, kind: 'disputed' }
}

function disputeEndedEvent(eventId: string, dispute: Stripe.Dispute): PaymentEvent | undefined {
  const chargeId = idOf(dispute.payment_intent)
  if (chargeId === null) return undefined
  const { id: disputeId, status, amount: lostMinor, currency } = dispute
  const said = { eventId, chargeId, disputeId }
  return status === 'lost'
    ? { ...said, kind: 'dispute_lost', lostMinor, currency }
    : { ...said, kind: 'dispute_won' }
}

function ourPayment(metadata: Stripe.Metadata | null): string | undefined {
  const paymentId = metadata?.[metadataKey]
  return paymentId !== undefined && uuidShape.test(paymentId) ? paymentId : undefined
}

function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null)
}
