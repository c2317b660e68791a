import { ProviderParts } from '#src/features/providers/provider-parts.tsx'
import type { UserDatabase } from '#src/offline/database.ts'
import { PricingSlot } from '../pricing/pricing-slot.tsx'

export interface ProviderPagePartsProps {
  db: UserDatabase
  providerId: string
  /** Spec 6: Buy Now is for whoever is no provider and not this one. */
  mayBuy: boolean
}

/** What the features of pricing and of the library show of a provider; each hands its part over here. */
export function ProviderPageParts({ db, providerId, mayBuy }: ProviderPagePartsProps) {
  return <ProviderParts pricing={<PricingSlot db={db} providerId={providerId} mayBuy={mayBuy} />} />
}
