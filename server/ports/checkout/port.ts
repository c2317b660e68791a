import type { Currency } from '#contract/pricing/money.ts'
import type { Gateway, Payer } from '#server/db/schema/payments.ts'

/** What somebody is about to pay for. */
export interface CheckoutOrder {
  readonly paymentId: string
  readonly amountMinor: number
  readonly currency: Currency
  /** Shown where it is paid. */
  readonly description: string
  /** The payer's, where it is confirmed: the gateway may write to it. */
  readonly email: string | undefined
  /** Nobody can pay any more after it. */
  readonly expiresAt: Date
  /** A guest has no account: their browser comes back to a page that is for everybody. */
  readonly payer: Payer
}

export interface OpenedCheckout {
  readonly checkoutId: string
  /** Where the browser goes to pay. */
  readonly url: string
}

/** What a gateway says of one of our payments; the same thing always under the same `eventId`. */
export type PaymentEvent = CheckoutEvent | DisputeEvent | RefundFailedEvent

export type CheckoutEvent = {
  readonly eventId: string
  readonly paymentId: string
} & (
  | {
      readonly kind: 'paid'
      readonly checkoutId: string
      readonly chargeId: string | null
      readonly amountMinor: number
      /** As the gateway writes it, in any case. */
      readonly currency: string
    }
  /** `processing`: the payer has done their part, and their bank takes days to say whether the money comes. */
  | { readonly kind: 'processing' | 'failed' | 'expired'; readonly checkoutId: string }
  | {
      readonly kind: 'refunded'
      /** Everything that went back so far. */
      readonly refundedMinor: number
      readonly currency: string
      /** Whether that is all that was charged, as the gateway knows it: it need not be what we asked for. */
      readonly all: boolean
    }
)

/** What a payer's bank wants of a payment, which it names by its charge alone. */
export type DisputeEvent = {
  readonly eventId: string
  readonly chargeId: string
  readonly disputeId: string
} & (
  | { readonly kind: 'disputed' | 'dispute_won' }
  | { readonly kind: 'dispute_lost'; readonly lostMinor: number; readonly currency: string }
)

/** Money that was said to go back has not: its payer's bank did not take it. */
export interface RefundFailedEvent {
  readonly eventId: string
  readonly chargeId: string
  readonly kind: 'refund_failed'
}

/** A message that the gateway did not sign, or signed too long ago. */
export class ForgedEventError extends Error {
  override name = 'ForgedEventError'
}

/** Who takes the money. Everything but `readEvent` throws `PartnerError` when they do not answer. */
export interface CheckoutPort {
  readonly gateway: Gateway
  /** Opens a checkout; asked again for the same payment it gives the same one. */
  open(order: CheckoutOrder): Promise<OpenedCheckout>
  /** Ends a checkout that is open; undefined where it is not open any more, of which the gateway says more by itself. */
  close(checkout: { paymentId: string; checkoutId: string }): Promise<PaymentEvent | undefined>
  /** Gives everything back, once however often it is asked. */
  refund(payment: {
    paymentId: string
    chargeId: string | null
    amountMinor: number
    currency: Currency
  }): Promise<PaymentEvent>
  /** Reads a message as it came; undefined for one that is none of our business. Throws `ForgedEventError`. */
  readEvent(body: string, signature: string | undefined): PaymentEvent | undefined
  /** Everything that was said since, oldest first: what was missed is among it. */
  eventsSince(since: Date): AsyncIterable<PaymentEvent>
}
