import type { pricingApi } from '#contract/pricing/api.ts'
import { anyMember, type Routes } from '#server/http/routing/route.ts'
import { onlySuperAdmins } from './policy.ts'
import type { PricingService } from './service.ts'

export function pricingRoutes(pricing: PricingService): Routes<typeof pricingApi> {
  return {
    listPricedProviders: {
      policy: onlySuperAdmins,
      handle: ({ query }) => pricing.listProviders(query),
    },
    getPricing: {
      policy: anyMember,
      handle: ({ params, session }) => pricing.pricingOf(session.actor, params.providerId),
    },
    savePricing: {
      policy: onlySuperAdmins,
      handle: ({ body, session }) => pricing.save(session.actor, body),
    },
  }
}
