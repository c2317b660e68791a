import { asc, eq } from 'drizzle-orm'
import type { planApi } from '#contract/plan/api.ts'
import type { Orm } from '#server/db/orm.ts'
import { planHistory, planItems, planProposals, planShares } from '#server/db/schema/safety.ts'
import { defineFeature } from '#server/feature.ts'
import { previewAccessLog } from '#server/features/sharing/index.ts'
import type { SyncService } from '#server/features/sync/index.ts'
import { createLimiter, type Limiter, hourSeconds } from '#server/http/limits/limits.ts'
import type { Routes } from '#server/http/routing/route.ts'
import type { Authorized } from '#server/http/session/authorize.ts'
import { planCommands } from './commands.ts'
import { sealProposalsOf } from './evidence.ts'
import { onlyAdolescents, onlyVerifiedProviders } from './policy.ts'
import { sweepPlans } from './repo.ts'
import { createPlanReads, createPlans, sharedPlan, type PlanDeps } from './service.ts'

export { proposalsBetween, reportedProposal } from './evidence.ts'

/** Per person and hour: more than anybody changes their mind, or reads. */
const sharesPerHourMax = 30
const readsPerHourMax = 240

export const plan = defineFeature({
  routes: (deps) => {
    const { pool } = deps.database
    return planRoutes({
      ...deps,
      pool,
      shares: createLimiter(pool, 'plan-share', sharesPerHourMax, hourSeconds),
      reads: createLimiter(pool, 'plan-look', readsPerHourMax, hourSeconds),
    })
  },
  commands: planCommands,
  shares: ({ now }) => ({ plan: sharedPlan(now) }),
  previews: (deps) => {
    const reads = createPlanReads({
      ...deps,
      pool: deps.database.pool,
      accessLog: previewAccessLog,
    })
    return { plan: reads.shown }
  },
  exportData: ({ database }) => ({ safetyPlan: planExport(database.orm) }),
  accountDeletion:
    ({ evidenceSealer, now }) =>
    async (tx, own) => {
      await sealProposalsOf(tx, own, { sealer: evidenceSealer, at: new Date(now()) })
      return []
    },
  sweep: ({ database, evidenceSealer }, now) => sweepPlans(database.orm, evidenceSealer, now),
})

interface PlanRouteDeps extends PlanDeps {
  readonly sync: SyncService
  readonly shares: Limiter
  readonly reads: Limiter
}

function planRoutes(deps: PlanRouteDeps): Routes<typeof planApi> {
  const plans = createPlans(deps)
  return {
    ownPlan: {
      policy: onlyAdolescents,
      handle: async ({ session }) => ({
        ...(await plans.own(session.actor)),
        epoch: await deps.sync.epoch(),
      }),
    },
    sharePlan: {
      policy: onlyAdolescents,
      handle: async ({ params, session }) => {
        await deps.shares.take(session.actor.userId)
        await plans.share(session.actor, params.providerId.toLowerCase())
        return undefined
      },
    },
    listSharedPlans: {
      policy: onlyVerifiedProviders,
      handle: async ({ session }) => ({ userIds: await plans.sharers(session.actor) }),
    },
    getSharedPlan: {
      policy: onlyVerifiedProviders,
      handle: async ({ params, session }) => {
        await deps.reads.take(session.actor.userId)
        return await plans.shown(session.actor, params.userId)
      },
    },
  }
}

/** A person's plan with what was removed or written over, since when it is shown, and what they proposed or were proposed. */
function planExport(orm: Orm) {
  return async ({ userId }: Authorized<{ readonly userId: string }>) => ({
    lines: await orm
      .select({
        step: planItems.step,
        text: planItems.text,
        phone: planItems.phone,
        removed: planItems.deleted,
        replaced: planItems.replaced,
        updatedAt: planItems.updatedAt,
      })
      .from(planItems)
      .where(eq(planItems.userId, userId))
      .orderBy(asc(planItems.step), asc(planItems.order), asc(planItems.id)),
    history: await orm
      .select({
        step: planHistory.step,
        text: planHistory.text,
        phone: planHistory.phone,
        replacedAt: planHistory.at,
      })
      .from(planHistory)
      .where(eq(planHistory.userId, userId))
      .orderBy(asc(planHistory.at)),
    shared: await orm
      .select({ since: planShares.sharedAt })
      .from(planShares)
      .where(eq(planShares.userId, userId)),
    proposals: await proposalsOf(orm, planProposals.userId, userId),
    proposedByMe: await proposalsOf(orm, planProposals.providerId, userId),
  })
}

function proposalsOf(
  orm: Orm,
  column: typeof planProposals.userId | typeof planProposals.providerId,
  userId: string,
) {
  return orm
    .select({
      change: planProposals.change,
      step: planProposals.step,
      text: planProposals.text,
      phone: planProposals.phone,
      state: planProposals.state,
      createdAt: planProposals.createdAt,
    })
    .from(planProposals)
    .where(eq(column, userId))
    .orderBy(asc(planProposals.createdAt))
}
