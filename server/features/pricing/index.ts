import { defineFeature } from '#server/feature.ts'
import { createPricingRepo } from './repo.ts'
import { createPricingService, type PricingService } from './service.ts'
import { asc, eq } from 'drizzle-orm'
import type { Orm } from '#server/db/orm.ts'
import { pricingPlans } from '#server/db/schema/pricing.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import type { pricingApi } from '#contract/pricing/api.ts'
import { anyMember, type Routes } from '#server/http/routing/route.ts'
import { onlySuperAdmins } from './policy.ts'

export { mayDealWith, onlyClients } from './policy.ts'
export { createPricingRepo, type PlanRow, type PricingRepo } from './repo.ts'
export { requireSeen, sellerFor } from './sellers.ts'

export const pricing = defineFeature({
  routes: (deps) => {
    const { pool, orm } = deps.database
    return pricingRoutes(createPricingService({ ...deps, pool, orm, repo: createPricingRepo(orm) }))
  },
  exportData: ({ database }) => ({ pricing: pricingExport(database.orm) }),
})

/** Everything a provider ever sold, oldest first. */
function pricingExport(orm: Orm) {
  return async ({ userId }: Authorized<{ readonly userId: string }>) =>
    orm
      .select({
        type: pricingPlans.type,
        sessions: pricingPlans.sessions,
        durationMinutes: pricingPlans.durationMinutes,
        frequency: pricingPlans.frequency,
        currency: pricingPlans.currency,
        priceMinor: pricingPlans.priceMinor,
        finalPriceMinor: pricingPlans.finalPriceMinor,
        createdAt: pricingPlans.createdAt,
        retiredAt: pricingPlans.retiredAt,
      })
      .from(pricingPlans)
      .where(eq(pricingPlans.providerId, userId))
      .orderBy(asc(pricingPlans.createdAt), asc(pricingPlans.position))
}

function pricingRoutes(pricing: PricingService): Routes<typeof pricingApi> {
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
