import type Stripe from 'stripe'
import { PartnerError } from '../partner-error.ts'
import { ForgedEventError, type CheckoutPort, type PaymentEvent } from './port.ts'
import { metadataOf, paymentEventOf, stripeEventTypes } from './stripe-event.ts'

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
    async refund({ paymentId, chargeId, amountMinor, currency }) {
      if (chargeId === null) throw new Error('A payment without a charge cannot be refunded')
      const given = { payment_intent: chargeId, metadata: metadataOf(paymentId) }
      const refund = await answered(
        stripe.refunds.create(given, { idempotencyKey: `refund-${paymentId}` }),
      )
      return {
        eventId: refund.id,
        paymentId,
        kind: 'refunded',
        refundedMinor: amountMinor,
        currency,
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
