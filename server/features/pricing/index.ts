import { defineFeature } from '#server/feature.ts'
import { pricingExport } from './export.ts'
import { createPricingRepo } from './repo.ts'
import { pricingRoutes } from './routes.ts'
import { createPricingService } from './service.ts'

export { mayDealWith, onlyClients } from './policy.ts'
export { createPricingRepo, type PlanRow, type PricingRepo } from './repo.ts'
export { requireSeen, sellerFor, type Seller } from './sellers.ts'

export const pricing = defineFeature({
  routes: (deps) => {
    const { pool, orm } = deps.database
    return pricingRoutes(createPricingService({ ...deps, pool, orm, repo: createPricingRepo(orm) }))
  },
  exportData: ({ database }) => ({ pricing: pricingExport(database.orm) }),
})
