import * as v from 'valibot'
import { userIdSchema } from '../account/model.ts'
import { endpoint, failsWith, jsonBytesMax } from '../endpoint.ts'
import { idSchema } from '../id.ts'
import { nextPageSchema, pageQuery } from '../page.ts'
import { planTypeSchema } from '../pricing/api.ts'
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
  /** Null where nothing can be booked anymore: the provider's account is gone or closed. */
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

const checkoutParams = v.object({ sessionId: checkoutIdSchema })

export const paymentsApi = {
  createCheckoutSession: endpoint({
    method: 'POST',
    path: '/payment/create-checkout-session',
    summary: 'Begins to buy a plan at its price of now; gives the address where it is paid',
    tag: 'Payments',
    session: 'required',
    body: {
      type: 'json',
      // Fields that are not known are left out: a price that a client sends along changes nothing.
      schema: v.object({
        serviceProviderId: userIdSchema,
        pricingPlanId: v.pipe(v.string(), v.uuid()),
      }),
      bytesMax: jsonBytesMax,
    },
    reply: {
      status: 201,
      schema: v.object({ checkoutUrl: v.string(), sessionId: checkoutIdSchema }),
    },
    problems: [
      'not_found',
      'plan_retired',
      'not_configured',
      'partner_unavailable',
      'rate_limited',
    ],
    texts: failsWith('Failed to create checkout session'),
  }),
  getPaymentSession: endpoint({
    method: 'GET',
    path: '/payment/session/{sessionId}',
    summary: "One's purchase by the session of its checkout",
    tag: 'Payments',
    session: 'required',
    params: checkoutParams,
    reply: { status: 200, schema: paymentSchema },
    problems: ['not_found'],
    texts: failsWith('Failed to fetch payment', { not_found: 'Invalid payment session' }),
  }),
  listPayments: endpoint({
    method: 'GET',
    path: '/payment/mine',
    summary: "One's purchases, newest first",
    tag: 'Payments',
    session: 'required',
    query: v.strictObject(pageQuery),
    reply: {
      status: 200,
      schema: v.object({ payments: v.array(paymentSchema), next: nextPageSchema }),
    },
    problems: [],
  }),
  completeSandboxPayment: endpoint({
    method: 'POST',
    path: '/payment/sandbox/{sessionId}',
    summary: 'Ends a checkout of the built-in sandbox, where no money moves',
    tag: 'Payments',
    session: 'required',
    params: checkoutParams,
    body: {
      type: 'json',
      schema: v.strictObject({ outcome: v.picklist(['paid', 'cancelled']) }),
      bytesMax: jsonBytesMax,
    },
    reply: { status: 200, schema: paymentSchema },
    problems: ['not_found'],
  }),
  refundPayment: endpoint({
    method: 'POST',
    path: '/payment/{paymentId}/refund',
    summary: 'Gives all of a purchase back; sessions that are left go with it',
    tag: 'Payments',
    session: 'required',
    params: v.object({ paymentId: idSchema }),
    reply: { status: 200, schema: paymentSchema },
    problems: [
      'not_found',
      'wrong_state',
      'not_configured',
      'partner_unavailable',
      'proof_required',
    ],
  }),
} as const
