import type { Pricing, Plan } from '#contract/pricing/model.ts'
import type { PlanRow, PricingRepo } from './repo.ts'
import type { PricedProvider } from '#contract/pricing/api.ts'
import { majorOf } from '#contract/pricing/money.ts'

export function presentPricing(serviceProviderId: string, plans: readonly PlanRow[]): Pricing {
  return {
    serviceProviderId,
    currency: plans[0]?.currency ?? null,
    pricingPlans: plans.map(presentPlan),
  }
}

export function presentPricedProvider(
  row: Awaited<ReturnType<PricingRepo['providers']>>[number],
): PricedProvider {
  return {
    _id: row.id,
    firstname: row.firstname,
    lastname: row.lastname,
    specialization: row.specialization,
    state: row.state,
    country: row.country,
    profileImg: row.profileImg,
    plans: row.plans,
  }
}

function presentPlan(plan: PlanRow): Plan {
  return {
    _id: plan.id,
    type: plan.type,
    sessions: plan.sessions,
    duration: plan.durationMinutes,
    frequency: plan.frequency,
    price: majorOf(plan.priceMinor),
    finalPrice: majorOf(plan.finalPriceMinor),
    priceMinor: plan.priceMinor,
    finalPriceMinor: plan.finalPriceMinor,
  }
}
