import { asc, eq } from 'drizzle-orm'
import type { Orm } from '#server/db/orm.ts'
import { pricingPlans } from '#server/db/schema/pricing.ts'
import type { Authorized } from '#server/http/session/authorize.ts'

/** Everything a provider ever sold, oldest first. */
export function pricingExport(orm: Orm) {
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
