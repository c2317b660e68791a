import type * as v from 'valibot'
import { pricingApi, type PricedProvider } from '#contract/pricing/api.ts'
import type { Pricing } from '#contract/pricing/model.ts'
import { callApi } from '#src/offline/api/api.ts'

/** What is sent to set a provider's prices. */
export type PricingBody = v.InferInput<typeof pricingApi.savePricing.body.schema>

/** Care providers by name, page by page. Rejects as the call does. */
export async function fetchPricedProviders(
  token: string,
  search: string,
  after: string | undefined,
): Promise<{ rows: PricedProvider[]; next: string | null }> {
  const query = {
    ...(search === '' ? {} : { search }),
    ...(after === undefined ? {} : { after }),
  }
  const { providers, next } = await callApi(pricingApi.listPricedProviders, { query }, { token })
  return { rows: providers, next }
}

/** Sets exactly these plans and returns them as they are on sale now. Rejects as the call does. */
export async function savePricing(token: string, body: PricingBody): Promise<Pricing> {
  return await callApi(pricingApi.savePricing, { body }, { token })
}
