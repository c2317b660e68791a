import type { Logger } from 'pino'
import { type CheckoutPort, ForgedEventError } from './port.ts'
import { stripeCheckout, type StripeKeys } from './stripe.ts'

/** Who takes the money, as the environment says; undefined, and said in the log, where nobody does. */
export async function openCheckout(
  env: { stripe: StripeKeys | undefined; paymentSandbox: boolean; publicUrl: string },
  log: Logger,
): Promise<CheckoutPort | undefined> {
  if (env.stripe) return stripeCheckout(env.stripe, env)
  if (env.paymentSandbox) {
    log.warn('payments are a sandbox: STRIPE_SECRET_KEY is not set, and no money moves')
    return sandboxCheckout()
  }
  log.warn('payments are off: STRIPE_SECRET_KEY is not set, and nothing can be bought')
  return undefined
}

/**
 * A checkout of our own where no money moves, for a server without keys. Its page belongs to the app; what becomes of
 * it is said by the payer, through a call of its own.
 */
export function sandboxCheckout(): CheckoutPort {
  return {
    gateway: 'sandbox',
    async open({ paymentId, payer }) {
      const checkoutId = `sandbox_${paymentId}`
      return { checkoutId, url: `/${payer === 'guest' ? 'pay' : 'payment/sandbox'}/${checkoutId}` }
    },
    async close({ paymentId, checkoutId }) {
      return { eventId: `close_${paymentId}`, paymentId, kind: 'expired', checkoutId }
    },
    async refund({ paymentId, amountMinor, currency }) {
      const eventId = `refund_${paymentId}`
      const refundedMinor = amountMinor
      return { eventId, paymentId, kind: 'refunded', refundedMinor, currency, all: true }
    },
    readEvent() {
      throw new ForgedEventError('Nobody signs for the sandbox')
    },
    // Whatever happens in the sandbox happens here.
    async *eventsSince() {},
  }
}
