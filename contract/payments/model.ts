import * as v from 'valibot'
import { userIdSchema } from '../account/model.ts'
import { planTypeSchema } from '../pricing/model.ts'
import { currencySchema, minorSchema } from '../pricing/money.ts'

/**
 * `review`: what was paid is not what was asked for; no session was granted and an operator looks at it.
 * `refunded`: all of it went back, and with it the sessions that were left.
 * `disputed`: the payer's bank asks for the money back; the sessions that are left are on hold until it has decided.
 */
export const paymentStatuses = [
  'pending',
  'paid',
  'failed',
  'expired',
  'refunded',
  'review',
  'disputed',
] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/** The name that a checkout has at whoever takes the money. */
export const checkoutIdSchema = v.pipe(v.string(), v.regex(/^[\w-]{1,255}$/))

const receiptSchema = v.object({
  number: v.string(),
  netMinor: minorSchema,
  vatMinor: minorSchema,
  vatPercent: v.number(),
})

/** A purchase of one's own, as it was at that time whatever the plan is now. */
export const paymentSchema = v.object({
  _id: v.pipe(v.string(), v.uuid()),
  /** Null for what somebody else paid: the checkout is theirs. */
  sessionId: v.nullable(checkoutIdSchema),
  /** `guest`: somebody else paid with a link. */
  payer: v.optional(v.picklist(['self', 'guest']), 'self'),
  /** `amountMinor` written with decimals. */
  amount: v.number(),
  amountMinor: minorSchema,
  currency: currencySchema,
  status: v.picklist(paymentStatuses),
  refundedMinor: minorSchema,
  createdAt: v.string(),
  paidAt: v.nullable(v.string()),
  serviceProviderId: v.nullable(userIdSchema),
  /** Null once the provider's account is gone. */
  provider: v.nullable(v.object({ firstname: v.string(), lastname: v.string() })),
  metadata: v.object({
    type: planTypeSchema,
    sessions: v.number(),
    /** Minutes of a session. */
    duration: v.number(),
    frequency: v.string(),
  }),
  sessionsUsed: v.number(),
  sessionsLeft: v.number(),
  /** Null until it is paid. */
  receipt: v.nullable(receiptSchema),
  /** True where no money moves: the checkout was the built-in one. */
  sandbox: v.boolean(),
})
export type Payment = v.InferOutput<typeof paymentSchema>
