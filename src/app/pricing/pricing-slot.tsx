import { beginCheckout } from '#src/features/payments/begin-checkout.ts'
import { BuyButton } from '#src/features/payments/buy-button.tsx'
import { fetchPricing } from '#src/features/pricing/pricing-calls.ts'
import { PricingPart } from '#src/features/pricing/pricing-part.tsx'
import type { UserDatabase } from '#src/offline/database.ts'
import { PartBoundary } from '#src/ui/part-boundary.tsx'
import { asMember } from '#src/session/as-member.ts'

export interface PricingSlotProps {
  db: UserDatabase
  providerId: string
  /** Spec 6: Buy Now is for whoever is no provider and not this one. */
  mayBuy: boolean
  emptyText?: string
}

/** What a provider sells, with Buy Now for whoever may. */
export function PricingSlot({ db, providerId, mayBuy, ...rest }: PricingSlotProps) {
  const begin = (pricingPlanId: string) =>
    asMember(db, (token) => beginCheckout(token, { serviceProviderId: providerId, pricingPlanId }))
  return (
    <PartBoundary>
      <PricingPart
        {...rest}
        fetch={() => asMember(db, (token) => fetchPricing(token, providerId))}
        renderAction={({ _id }, title) =>
          mayBuy && <BuyButton planTitle={title} begin={() => begin(_id)} />
        }
      />
    </PartBoundary>
  )
}
