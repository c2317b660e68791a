import * as v from 'valibot'
import { userIdSchema } from '../account/model.ts'
import { endpoint, failsWith, jsonBytesMax } from '../endpoint.ts'
import { freeLine } from '../free-text.ts'
import { nextPageSchema, pageQuery } from '../page.ts'
import { searchWords } from '../providers/model.ts'
import { currencySchema, minorOf, minorSchema } from './money.ts'

/** Spec 9. */
export const planTypes = ['single', 'bundle'] as const
export type PlanType = (typeof planTypes)[number]
export const planTypeSchema = v.picklist(planTypes)

/** The frequency of a single session (spec 5). */
export const singleFrequency = 'single'

export const plansMax = 20
const sessionsMax = 100
export const durationMinutesMin = 10
export const durationMinutesMax = 480
const frequencyCharsMax = 40
/** The least that a card payment is made for. */
const priceMinorMin = 100
/** With its VAT it stays below what a card payment can carry. */
const priceMinorMax = 50_000_000

/** Spec 5: what choosing a type sets. */
export function sessionsOfType(type: PlanType): { sessions: number; frequency: string } {
  return type === 'bundle'
    ? { sessions: 0, frequency: '' }
    : { sessions: 1, frequency: singleFrequency }
}

const durationSchema = v.pipe(
  v.number('Please enter the minutes of a session'),
  v.integer('Please enter whole minutes'),
  v.minValue(durationMinutesMin, `A session lasts at least ${durationMinutesMin} minutes`),
  v.maxValue(durationMinutesMax, `A session lasts at most ${durationMinutesMax} minutes`),
)

const priceRule = 'Please enter a price with at most two decimals'

/** A price as the spec's call sends it, with decimals; minor units once it is parsed. */
const priceSchema = v.pipe(
  v.number(priceRule),
  v.check((price) => minorOf(price) !== undefined, priceRule),
  v.transform((price) => minorOf(price) ?? 0),
  v.minValue(priceMinorMin, 'The price must be at least 1.00'),
  v.maxValue(priceMinorMax, 'The price must be at most 500000.00'),
)

/** A plan as it is saved; `_id` names the plan it was, and is absent from a new one. */
export const planInputSchema = v.pipe(
  v.strictObject({
    _id: v.optional(v.pipe(v.string(), v.uuid())),
    type: planTypeSchema,
    price: priceSchema,
    sessions: v.pipe(
      v.number('Please enter how many sessions'),
      v.integer('Please enter a whole number of sessions'),
      v.minValue(1, 'A bundle needs at least 1 session'),
      v.maxValue(sessionsMax, `A bundle has at most ${sessionsMax} sessions`),
    ),
    duration: durationSchema,
    frequency: v.pipe(
      freeLine(),
      v.maxLength(frequencyCharsMax, `At most ${frequencyCharsMax} characters`),
    ),
  }),
  v.forward(
    v.check((plan) => plan.type === 'bundle' || plan.sessions === 1, 'A single plan is 1 session'),
    ['sessions'],
  ),
  v.forward(
    v.check(
      (plan) => (plan.type === 'single') === (plan.frequency === singleFrequency),
      "Only a single plan has the frequency 'single'",
    ),
    ['frequency'],
  ),
  v.transform(({ price, ...plan }) => ({ ...plan, priceMinor: price })),
)
export type PlanInput = v.InferOutput<typeof planInputSchema>

/** A plan on sale. `price` and `finalPrice` are the minor units beside them, written with decimals. */
const planSchema = v.object({
  _id: v.pipe(v.string(), v.uuid()),
  type: planTypeSchema,
  sessions: v.number(),
  /** Minutes of a session. */
  duration: v.number(),
  frequency: v.string(),
  price: v.number(),
  finalPrice: v.number(),
  priceMinor: minorSchema,
  finalPriceMinor: minorSchema,
})
export type Plan = v.InferOutput<typeof planSchema>

/** What a provider sells. Without plans there is no currency either. */
const pricingSchema = v.object({
  serviceProviderId: userIdSchema,
  currency: v.nullable(currencySchema),
  pricingPlans: v.array(planSchema),
})
export type Pricing = v.InferOutput<typeof pricingSchema>

/** A provider as the pricing screen lists them. */
const pricedProviderSchema = v.object({
  _id: userIdSchema,
  firstname: v.string(),
  lastname: v.string(),
  specialization: v.nullable(v.string()),
  state: v.string(),
  country: v.string(),
  profileImg: v.nullable(v.string()),
  /** How many plans they have on sale. */
  plans: v.number(),
})
export type PricedProvider = v.InferOutput<typeof pricedProviderSchema>

export const pricingApi = {
  listPricedProviders: endpoint({
    method: 'GET',
    path: '/pricing',
    summary: 'Care providers and how many plans they sell, by name',
    tag: 'Pricing',
    session: 'required',
    query: v.strictObject({
      ...pageQuery,
      /** Words of a name or a specialty, as the provider list takes them. */
      search: v.optional(v.pipe(v.string(), v.maxLength(100), v.transform(searchWords))),
    }),
    reply: {
      status: 200,
      schema: v.object({
        providers: v.array(pricedProviderSchema),
        next: nextPageSchema,
      }),
    },
    problems: [],
  }),
  getPricing: endpoint({
    method: 'GET',
    path: '/pricing/{providerId}',
    summary: 'What a care provider sells',
    tag: 'Pricing',
    session: 'required',
    params: v.object({ providerId: userIdSchema }),
    reply: { status: 200, schema: pricingSchema },
    problems: ['not_found'],
    texts: failsWith('Failed to fetch pricing', { not_found: 'Provider not found.' }),
  }),
  savePricing: endpoint({
    method: 'POST',
    path: '/pricing',
    summary:
      'Sets what a care provider sells: a plan left out is retired, one that changed is sold anew',
    tag: 'Pricing',
    session: 'required',
    body: {
      type: 'json',
      schema: v.strictObject({
        serviceProviderId: userIdSchema,
        currency: currencySchema,
        pricingPlans: v.pipe(v.array(planInputSchema), v.maxLength(plansMax)),
        /** The plans that were on sale where these were filled in: no other is retired. Absent: any may be. */
        seenPlans: v.optional(v.pipe(v.array(v.pipe(v.string(), v.uuid())), v.maxLength(plansMax))),
      }),
      bytesMax: jsonBytesMax,
    },
    reply: { status: 201, schema: pricingSchema },
    problems: ['not_found', 'plan_retired'],
    texts: failsWith('Failed to save pricing module', { not_found: 'Provider not found.' }),
  }),
} as const
