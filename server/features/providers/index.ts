import { eq } from 'drizzle-orm'
import { utcDate } from '#contract/local-date.ts'
import type { providersApi } from '#contract/providers/api.ts'
import { familyTherapist, parentingCoach } from '#contract/providers/model.ts'
import type { Database } from '#server/db/client.ts'
import type { Orm } from '#server/db/orm.ts'
import { providers as providerTable } from '#server/db/schema/providers.ts'
import { defineFeature } from '#server/feature.ts'
import { personById, presentUser, updatePractice } from '#server/features/account/index.ts'
import { createAccessLog, type AccessLogDeps } from '#server/features/sharing/index.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import { anyMember, type Routes } from '#server/http/routing/route.ts'
import { type Authorized, authorize } from '#server/http/session/authorize.ts'
import { createDirectory } from './directory.ts'
import {
  createClearance,
  type Clearance,
  createDecisions,
  createReview,
  onlyParents,
  onlyProviders,
  onlySuperAdmins,
  isOwn,
} from './review.ts'

export { createClearance, type Clearance, createDecisions, type Decisions } from './review.ts'
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

interface ProvidersDeps extends Omit<AccessLogDeps, 'pool'> {
  readonly database: Database
  /** Whether a superAdmin reviews what a provider says of their work. */
  readonly reviewProviders: boolean
  readonly clearance: Clearance
}

function providersRoutes(deps: ProvidersDeps): Routes<typeof providersApi> {
  const { database, clearance, reviewProviders, now } = deps
  const { orm } = database
  const accessLog = createAccessLog({ ...deps, pool: database.pool })
  const directory = createDirectory({ ...deps, accessLog })
  const review = createReview({ ...deps, accessLog, decisions: createDecisions(deps) })
  return {
    listProviders: {
      policy: anyMember,
      handle: ({ query, session }) => directory.list(session.actor, query),
    },
    countProviders: {
      policy: anyMember,
      handle: ({ session }) => directory.counts(session.actor),
    },
    listFamilyTherapists: {
      policy: onlyParents,
      handle: ({ query, session }) =>
        directory.list(session.actor, { ...query, specialty: familyTherapist }),
    },
    listParentingCoaches: {
      policy: onlyParents,
      handle: ({ query, session }) =>
        directory.list(session.actor, { ...query, specialty: parentingCoach }),
    },
    updatePractice: {
      policy: onlyProviders,
      handle: async ({ params, body, session: { actor } }) => {
        const own = authorize(actor, { userId: params.id }, isOwn)
        const saying = { at: new Date(now()), reviewProviders }
        const practice = await clearance.changing(own.userId, (client) =>
          updatePractice(client, own, body, saying),
        )
        const user = await personById(orm, own.userId)
        if (!user) throw new ProblemError('not_found')
        return presentUser('full', user, utcDate(now()), practice)
      },
    },
    listReviews: {
      policy: onlySuperAdmins,
      handle: ({ query, session }) => review.list(session.actor, query),
    },
    listMinorsConcerned: {
      policy: onlySuperAdmins,
      handle: ({ params, query, session }) => review.minors(session.actor, params.id, query),
    },
    reviewProvider: {
      policy: onlySuperAdmins,
      handle: ({ params, body, session }) => review.decide(session, params.id, body),
    },
  }
}
