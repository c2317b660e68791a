import { defineFeature } from '#server/feature.ts'
import { createClearance } from './clearance.ts'
import { providersRoutes } from './routes.ts'
import { eq } from 'drizzle-orm'
import type { Orm } from '#server/db/orm.ts'
import { providers as providerTable } from '#server/db/schema/providers.ts'
import type { Authorized } from '#server/http/session/authorize.ts'

export { createClearance, type Clearance } from './clearance.ts'
export { createDecisions, type Decisions } from './review.ts'
export { createReviewRepo, reviewsWaiting, type ReviewRepo } from './review-repo.ts'

export const providers = defineFeature({
  routes: (deps) => providersRoutes({ ...deps, clearance: createClearance(deps) }),
  exportData: ({ database }) => ({ practice: practiceExport(database.orm) }),
})

/** What a care provider says about their work and what the review says; null for everybody else. */
function practiceExport(orm: Orm) {
  return async ({ userId }: Authorized<{ readonly userId: string }>) => {
    const [row] = await orm
      .select({
        languages: providerTable.languages,
        seesMinors: providerTable.seesMinors,
        minorsClearedAt: providerTable.minorsClearedAt,
        minorsAskedAt: providerTable.minorsAskedAt,
        reviewedAt: providerTable.reviewedAt,
      })
      .from(providerTable)
      .where(eq(providerTable.userId, userId))
    return row ?? null
  }
}
