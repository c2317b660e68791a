import { ForgedEventError, type CheckoutPort } from './port.ts'

/**
 * A checkout of our own where no money moves, for a server without keys. Its page belongs to the app; what becomes of
 * it is said by the payer, through a call of its own.
 */
export function sandboxCheckout(): CheckoutPort {
  return {
    gateway: 'sandbox',
    async open({ paymentId }) {
      const checkoutId = `sandbox_${paymentId}`
      return { checkoutId, url: `/payment/sandbox/${checkoutId}` }
    },
    async refund({ paymentId, amountMinor, currency }) {
      const eventId = `refund_${paymentId}`
      return { eventId, paymentId, kind: 'refunded', refundedMinor: amountMinor, currency }
    },
    readEvent() {
      throw new ForgedEventError('Nobody signs for the sandbox')
    },
    // Whatever happens in the sandbox happens here.
    async *eventsSince() {},
  }
}
