import { defineFeature } from '#server/feature.ts'
import { createClearance } from './clearance.ts'
import { practiceExport } from './export.ts'
import { providersRoutes } from './routes.ts'

export { createClearance, type Clearance } from './clearance.ts'
export { createDecisions, type Decisions } from './decisions.ts'
export { createReviewRepo, reviewsWaiting, type ReviewRepo } from './review-repo.ts'

export const providers = defineFeature({
  routes: (deps) => providersRoutes({ ...deps, clearance: createClearance(deps) }),
  exportData: ({ database }) => ({ practice: practiceExport(database.orm) }),
})
