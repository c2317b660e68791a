import * as v from 'valibot'
import { emailSchema } from '../account/credentials.ts'
import { userIdSchema } from '../account/model.ts'
import { slotFields } from '../booking/model.ts'
import { endpoint, failsWith, jsonBytesMax } from '../endpoint.ts'
import { idSchema } from '../id.ts'
import { baseLanguage, languageSchema } from '../language.ts'
import { checkoutIdSchema } from '../payments/api.ts'
import { planTypeSchema } from '../pricing/api.ts'
import { currencySchema, minorSchema } from '../pricing/money.ts'

/** A link that nobody paid with works for so many days. */
export const requestDays = 7
/** So many links of one person work at the same time. */
export const openRequestsMax = 5
/** What is over is listed for so many days, and then it is deleted. */
export const requestsListedDays = 30
/** A chosen time is held for so many minutes once a checkout has begun. */
export const slotHeldMinutes = 30

/** `changed`: the price is another one since, and the person has to ask anew. */
export const requestStatuses = ['open', 'paid', 'expired', 'withdrawn', 'changed'] as const
export type RequestStatus = (typeof requestStatuses)[number]

/** What the payer is told besides who asks, how many sessions of which length, and the price; nothing unless ticked. */
const showsFields = { showsProvider: v.boolean(), showsSpecialty: v.boolean() }

const planFields = {
  type: planTypeSchema,
  sessions: v.number(),
  /** Minutes of a session. */
  duration: v.number(),
  currency: currencySchema,
  /** With its VAT. */
  finalPriceMinor: minorSchema,
}

const nameSchema = v.object({ firstname: v.string(), lastname: v.string() })

/** A request of one's own. Its link is nowhere in it: the server has forgotten it. */
export const paymentRequestSchema = v.object({
  _id: v.pipe(v.string(), v.uuid()),
  status: v.picklist(requestStatuses),
  serviceProviderId: userIdSchema,
  provider: nameSchema,
  ...planFields,
  ...showsFields,
  /**
   * The time that goes with it; null where none was chosen. `wished` until it is paid; `missed` where it could not be
   * booked then.
   */
  slot: v.nullable(
    v.object({
      start: v.string(),
      end: v.string(),
      status: v.picklist(['wished', 'booked', 'missed']),
    }),
  ),
  createdAt: v.string(),
  expiresAt: v.string(),
})
export type PaymentRequest = v.InferOutput<typeof paymentRequestSchema>

/** What whoever has the link sees, and no more. */
export const payableSchema = v.object({
  /** First name, and the first letter of the last one. */
  asker: v.object({ firstname: v.string(), initial: v.string() }),
  ...planFields,
  /** Without VAT. */
  priceMinor: minorSchema,
  /** Null unless the person ticked it. */
  provider: v.nullable(nameSchema),
  specialty: v.nullable(v.string()),
  /** Hours before its start until which a session can be cancelled. */
  changeNoticeHours: v.number(),
  expiresAt: v.string(),
})
export type Payable = v.InferOutput<typeof payableSchema>

/** 32 random bytes: the end of a link. */
export const payTokenSchema = v.pipe(v.string(), v.regex(/^[\w-]{43}$/))

const guestTexts = {
  not_found: 'This link does not work anymore. Ask for a new one.',
  plan_retired: 'The price has changed. Ask for a new link.',
}

export const paymentRequestsApi = {
  askToPay: endpoint({
    method: 'POST',
    path: '/payment/requests',
    summary: 'Makes a link with which somebody else can pay for a plan; the link is said this once',
    tag: 'Payments',
    session: 'required',
    body: {
      type: 'json',
      schema: v.strictObject({
        planId: idSchema,
        ...showsFields,
        slot: v.optional(v.strictObject(slotFields)),
      }),
      bytesMax: jsonBytesMax,
    },
    reply: {
      status: 201,
      schema: v.object({ request: paymentRequestSchema, token: payTokenSchema }),
    },
    problems: [
      'not_found',
      'plan_retired',
      'not_configured',
      'minors_not_seen',
      'wrong_state',
      'slot_taken',
      'slot_unavailable',
      'calendar_unavailable',
      'rate_limited',
    ],
    texts: failsWith('The link could not be made. Please try again.', {
      wrong_state: `You have ${openRequestsMax} open links. Take one back first.`,
    }),
  }),
  listPaymentRequests: endpoint({
    method: 'GET',
    path: '/payment/requests',
    summary: "One's links for others to pay with, newest first; those that are over for a while",
    tag: 'Payments',
    session: 'required',
    reply: { status: 200, schema: v.object({ requests: v.array(paymentRequestSchema) }) },
    problems: [],
  }),
  withdrawPaymentRequest: endpoint({
    method: 'DELETE',
    path: '/payment/requests/{id}',
    summary: 'Takes a link back: nobody can pay with it from now on',
    tag: 'Payments',
    session: 'required',
    params: v.object({ id: idSchema }),
    reply: { status: 200, schema: paymentRequestSchema },
    problems: ['not_found', 'wrong_state'],
  }),
  viewPayable: endpoint({
    method: 'POST',
    path: '/pay/view',
    summary: 'What a link asks to pay for; the same answer for one that is over, used or unknown',
    tag: 'Payments',
    session: 'none',
    body: {
      type: 'json',
      schema: v.strictObject({ token: payTokenSchema }),
      bytesMax: jsonBytesMax,
    },
    reply: { status: 200, schema: payableSchema },
    problems: ['not_found', 'plan_retired', 'rate_limited'],
    texts: guestTexts,
  }),
  payAsGuest: endpoint({
    method: 'POST',
    path: '/pay/checkout',
    summary: 'Begins to pay with a link, without an account; gives the address where it is paid',
    tag: 'Payments',
    session: 'none',
    body: {
      type: 'json',
      schema: v.strictObject({
        token: payTokenSchema,
        /** Where the receipt goes. */
        email: emailSchema,
        adult: v.literal(true, 'Only adults can pay'),
        /** In which language the receipt is written. */
        language: v.optional(languageSchema, baseLanguage),
      }),
      bytesMax: jsonBytesMax,
    },
    reply: { status: 201, schema: v.object({ checkoutUrl: v.string() }) },
    problems: [
      'not_found',
      'plan_retired',
      'not_configured',
      'partner_unavailable',
      'rate_limited',
    ],
    texts: { ...guestTexts, internal: 'The payment could not be started. Please try again.' },
  }),
  endGuestSandbox: endpoint({
    method: 'POST',
    path: '/pay/sandbox',
    summary: 'Ends a checkout of a link in the built-in sandbox, where no money moves',
    tag: 'Payments',
    session: 'none',
    body: {
      type: 'json',
      schema: v.strictObject({
        sessionId: checkoutIdSchema,
        outcome: v.picklist(['paid', 'cancelled']),
      }),
      bytesMax: jsonBytesMax,
    },
    reply: { status: 200, schema: v.object({ paid: v.boolean() }) },
    problems: ['not_found', 'rate_limited'],
    texts: { not_found: guestTexts.not_found },
  }),
} as const
