import { pricingApi } from '#contract/pricing/api.ts'
import type { Pricing } from '#contract/pricing/model.ts'
import { defineRemote } from '#src/data/resource.ts'
import { callApi } from '#src/offline/api/api.ts'
import { isApiProblem } from '#src/offline/api/api-error.ts'

/**
 * What a care provider sells; no plans of one who is not there (spec 8: missing pricing is silently tolerated). Prices
 * are never shown from memory, so no device stores them.
 */
export const pricingRemote = defineRemote<Pricing, [providerId: string]>({
  async fetch(token, providerId) {
    try {
      return await callApi(pricingApi.getPricing, { params: { providerId } }, { token })
    } catch (error) {
      if (!isApiProblem(error) || error.problem.code !== 'not_found') throw error
      return { serviceProviderId: providerId, currency: null, pricingPlans: [] }
    }
  },
})
