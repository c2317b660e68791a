import type * as v from 'valibot'
import { pricingApi, type PricedProvider } from '#contract/pricing/api.ts'
import type { Pricing } from '#contract/pricing/model.ts'
import { defineRemote } from '#src/data/resource.ts'
import type { FetchedPage } from '#src/data/use-pages.ts'
import { callApi } from '#src/offline/api/api.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'
import { pricingRemote } from '../pricing-data.ts'

/** A provider's prices as they are edited: what is in the form is not changed under the person's hands. */
export const editedPricingRemote = defineRemote({ ...pricingRemote, merge: (shown) => shown })

/** Care providers by name, page by page. Rejects as the call does. */
export async function fetchPricedProviders(
  db: UserDatabase,
  search: string,
  after: string | undefined,
): Promise<FetchedPage<PricedProvider>> {
  const query = {
    ...(search === '' ? {} : { search }),
    ...(after === undefined ? {} : { after }),
  }
  const { providers, next } = await asMember(db, (token) =>
    callApi(pricingApi.listPricedProviders, { query }, { token }),
  )
  return { rows: providers, next }
}

/** What is sent to set a provider's prices. */
type PricingBody = v.InferInput<typeof pricingApi.savePricing.body.schema>

/** Sets exactly these plans and returns them as they are on sale now. Rejects as the call does. */
export async function savePricing(db: UserDatabase, body: PricingBody): Promise<Pricing> {
  return await asMember(db, (token) => callApi(pricingApi.savePricing, { body }, { token }))
}
