import type Stripe from 'stripe'
import type { Payer } from '#server/db/schema/payments.ts'
import { PartnerError } from '../partner-error.ts'
import { ForgedEventError, type CheckoutPort, type PaymentEvent } from './port.ts'

export interface StripeKeys {
  readonly secretKey: string
  readonly webhookSecret: string
  /** Another address than Stripe's own, as `http://127.0.0.1:12111`. */
  readonly apiBase: string | undefined
}

const timeoutMs = 10_000

/** Payments through Stripe Checkout. The library is loaded only where there are keys: it is large. */
export async function stripeCheckout(
  keys: StripeKeys,
  options: { publicUrl: string },
): Promise<CheckoutPort> {
  const { default: StripeClient } = await import('stripe')
  const stripe = new StripeClient(keys.secretKey, {
    ...addressOf(keys.apiBase),
    maxNetworkRetries: 2,
    timeout: timeoutMs,
    telemetry: false,
    httpClient: StripeClient.createFetchHttpClient(),
  })
  return {
    gateway: 'stripe',
    async open(order) {
      const { paymentId } = order
      const session = await answered(
        stripe.checkout.sessions.create(sessionOf(order, options.publicUrl), {
          idempotencyKey: `checkout-${paymentId}`,
        }),
      )
      if (session.url === null)
        throw new PartnerError('stripe', new Error('A session without a page'))
      return { checkoutId: session.id, url: session.url }
    },
    close: (checkout) => closeSession(stripe, checkout),
    async refund({ paymentId, chargeId, amountMinor, currency }) {
      if (chargeId === null) throw new Error('A payment without a charge cannot be refunded')
      const given = { payment_intent: chargeId, metadata: metadataOf(paymentId) }
      const refund = await answered(
        stripe.refunds.create(given, { idempotencyKey: `refund-${paymentId}` }),
      )
      if (hasFailed(refund)) throw new PartnerError('stripe', new Error('A refund that failed'))
      return {
        eventId: refund.id,
        paymentId,
        kind: 'refunded',
        refundedMinor: amountMinor,
        currency,
        all: true,
      }
    },
    readEvent(body, signature) {
      try {
        const event = stripe.webhooks.constructEvent(body, signature ?? '', keys.webhookSecret)
        return paymentEventOf(event)
      } catch (cause) {
        throw new ForgedEventError('Stripe did not sign this', { cause })
      }
    },
    eventsSince: (since) => eventsSince(stripe, since),
  }
}

async function closeSession(
  stripe: Stripe,
  { paymentId, checkoutId }: { paymentId: string; checkoutId: string },
): Promise<PaymentEvent | undefined> {
  try {
    await stripe.checkout.sessions.expire(checkoutId)
    return { eventId: `close_${paymentId}`, paymentId, kind: 'expired', checkoutId }
  } catch (cause) {
    // Stripe refuses it for a session that was paid or is over.
    if (refusedStatuses.has(Reflect.get(Object(cause), 'statusCode'))) return undefined
    throw new PartnerError('stripe', cause)
  }
}

const refusedStatuses: ReadonlySet<unknown> = new Set([400, 404])

async function* eventsSince(stripe: Stripe, since: Date): AsyncGenerator<PaymentEvent> {
  const created = { gte: Math.floor(since.getTime() / 1_000) }
  const found: Stripe.Event[] = []
  const pages = stripe.events.list({ types: [...stripeEventTypes], created, limit: 100 })
  try {
    for await (const event of pages) found.push(event)
  } catch (cause) {
    throw new PartnerError('stripe', cause)
  }
  // Stripe lists the newest first.
  for (const event of found.toReversed()) {
    const said = paymentEventOf(event)
    if (said) yield said
  }
}

function sessionOf(
  order: Parameters<CheckoutPort['open']>[0],
  publicUrl: string,
): Stripe.Checkout.SessionCreateParams {
  const metadata = metadataOf(order.paymentId)
  return {
    mode: 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: order.currency.toLowerCase(),
          unit_amount: order.amountMinor,
          product_data: { name: order.description },
        },
      },
    ],
    ...(order.email === undefined ? {} : { customer_email: order.email }),
    client_reference_id: order.paymentId,
    metadata,
    payment_intent_data: { metadata },
    expires_at: Math.floor(order.expiresAt.getTime() / 1_000),
    ...returnAddresses(order.payer, publicUrl),
  }
}

/** A link that somebody pays with is not told to Stripe. */
function returnAddresses(
  payer: Payer,
  publicUrl: string,
): Pick<Stripe.Checkout.SessionCreateParams, 'success_url' | 'cancel_url'> {
  return payer === 'guest'
    ? { success_url: `${publicUrl}/pay/thanks`, cancel_url: `${publicUrl}/pay/cancelled` }
    : {
        success_url: `${publicUrl}/payment/success?session_id={CHECKOUT_SESSION_ID}`,
        cancel_url: `${publicUrl}/payment/cancel`,
      }
}

async function answered<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (cause) {
    throw new PartnerError('stripe', cause)
  }
}

function addressOf(apiBase: string | undefined): Stripe.StripeConfig {
  if (apiBase === undefined) return {}
  const { hostname, port, protocol } = new URL(apiBase)
  const plain = protocol === 'http:'
  return { host: hostname, port: port || (plain ? 80 : 443), protocol: plain ? 'http' : 'https' }
}

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
  'refund.failed',
  'charge.refund.updated',
] as const
type OurEvent = Extract<Stripe.Event, { type: (typeof stripeEventTypes)[number] }>

/** Our name for a payment, as Stripe carries it along. */
const metadataKey = 'paymentId'
const uuidShape = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** What an event of Stripe means for a payment of ours; undefined for anybody else's. */
function paymentEventOf(event: Stripe.Event): PaymentEvent | undefined {
  if (!isOurs(event)) return undefined
  switch (event.type) {
    case 'checkout.session.completed':
      return event.data.object.payment_status === 'unpaid'
        ? unpaidEvent(event.id, event.data.object, 'processing')
        : paidEvent(event.id, event.data.object)
    case 'checkout.session.async_payment_succeeded':
      return paidEvent(event.id, event.data.object)
    case 'checkout.session.async_payment_failed':
      return unpaidEvent(event.id, event.data.object, 'failed')
    case 'checkout.session.expired':
      return unpaidEvent(event.id, event.data.object, 'expired')
    case 'charge.refunded':
      return refundedEvent(event.id, event.data.object)
    case 'charge.dispute.created':
    case 'charge.dispute.funds_withdrawn':
      return disputedEvent(event.id, event.data.object)
    case 'charge.dispute.closed':
      return disputeEndedEvent(event.id, event.data.object)
    case 'refund.failed':
    case 'charge.refund.updated':
      return refundFailedEvent(event.data.object)
  }
}

function isOurs(event: Stripe.Event): event is OurEvent {
  return stripeEventTypes.some((type) => type === event.type)
}

function metadataOf(paymentId: string): Stripe.MetadataParam {
  return { [metadataKey]: paymentId }
}

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

/** A session may complete before its money has come; then another event follows. */
function unpaidEvent(
  eventId: string,
  session: Stripe.Checkout.Session,
  kind: 'processing' | 'failed' | 'expired',
): PaymentEvent | undefined {
  const paymentId = ourPayment(session.metadata)
  return paymentId === undefined ? undefined : { eventId, paymentId, kind, checkoutId: session.id }
}

/** A charge carries what its payment intent was given. */
function refundedEvent(eventId: string, charge: Stripe.Charge): PaymentEvent | undefined {
  const paymentId = ourPayment(charge.metadata)
  if (paymentId === undefined) return undefined
  const { amount_refunded: refundedMinor, refunded: all, currency } = charge
  return { eventId, paymentId, kind: 'refunded', refundedMinor, currency, all }
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

/** Stripe may say it in two events. */
function refundFailedEvent(refund: Stripe.Refund): PaymentEvent | undefined {
  const chargeId = idOf(refund.payment_intent)
  if (chargeId === null || !hasFailed(refund)) return undefined
  return { eventId: `failed_${refund.id}`, chargeId, kind: 'refund_failed' }
}

function hasFailed({ status }: Stripe.Refund): boolean {
  return status === 'failed' || status === 'canceled'
}

function ourPayment(metadata: Stripe.Metadata | null): string | undefined {
  const paymentId = metadata?.[metadataKey]
  return paymentId !== undefined && uuidShape.test(paymentId) ? paymentId : undefined
}

function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null)
}
