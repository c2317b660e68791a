import * as v from 'valibot'
import { userIdSchema } from '../account/model.ts'
import { endpoint, failsWith, jsonBytesMax } from '../endpoint.ts'
import { nextPageSchema, pageQuery } from '../page.ts'
import { checkoutIdSchema, paymentSchema } from './model.ts'

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
    params: v.object({ paymentId: v.pipe(v.string(), v.uuid(), v.toLowerCase()) }),
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
