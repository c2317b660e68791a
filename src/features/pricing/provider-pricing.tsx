import { useState } from 'react'
import type { Pricing } from '#contract/pricing/model.ts'
import { beginCheckout } from '#src/features/payments/begin-checkout.ts'
import { BuyButton } from '#src/features/payments/buy-button.tsx'
import { useRefresh } from '#src/data/use-refresh.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'
import { PartBoundary } from '#src/ui/state/part-boundary.tsx'
import { PlanList } from './plan-list.tsx'
import { fetchPricing } from './pricing-calls.ts'
import { PricingNotYet } from './pricing-not-yet.tsx'

export interface ProviderPricingProps {
  db: UserDatabase
  providerId: string
  /** Spec 6: Buy Now is for whoever is no provider and not this one. */
  mayBuy: boolean
  emptyText?: string
}

/** What a provider sells, with Buy Now for whoever may. */
export function ProviderPricing(props: ProviderPricingProps) {
  return (
    <PartBoundary>
      <CurrentPricing {...props} />
    </PartBoundary>
  )
}

/** The prices as the server says them now: a price is never shown from memory. */
function CurrentPricing({ db, providerId, mayBuy, emptyText }: ProviderPricingProps) {
  const [pricing, setPricing] = useState<Pricing>()
  const { refresh, again } = useRefresh(async () =>
    setPricing(await asMember(db, (token) => fetchPricing(token, providerId))),
  )
  if (!pricing) return <PricingNotYet refresh={refresh} onRetry={again} />

  const begin = (pricingPlanId: string) =>
    asMember(db, (token) => beginCheckout(token, { serviceProviderId: providerId, pricingPlanId }))
  return (
    <PlanList
      pricing={pricing}
      emptyText={emptyText}
      renderAction={({ _id }, title) =>
        mayBuy && <BuyButton planTitle={title} begin={() => begin(_id)} />
      }
    />
  )
}
