import * as v from 'valibot'
import { userIdSchema } from '../account/model.ts'
import { endpoint, failsWith, jsonBytesMax } from '../endpoint.ts'
import { nextPageSchema, pageQuery } from '../page.ts'
import { searchWords } from '../providers/model.ts'
import { planInputSchema, plansMax, pricingSchema } from './model.ts'
import { currencySchema } from './money.ts'

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
      }),
      bytesMax: jsonBytesMax,
    },
    reply: { status: 201, schema: pricingSchema },
    problems: ['not_found', 'plan_retired'],
    texts: failsWith('Failed to save pricing module', { not_found: 'Provider not found.' }),
  }),
} as const
