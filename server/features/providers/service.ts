import type { Transaction } from '#server/db/orm.ts'
import { providerListing, type ListedFacts } from '#server/db/provider-listing.ts'
import { providers } from '#server/db/schema/providers.ts'
import type { Authorized } from '#server/http/authorize.ts'

/** A provider's practice, for whoever shows or makes a provider; and their review, for the operator. */
export { practiceOf, type PracticeFacts } from './practice-repo.ts'
export { createReviewRepo, type ReviewRepo } from './review-repo.ts'

/** Gives a new care provider their line. `clearedAt`: nobody reviews here, so whoever registers may see minors. */
export async function insertListing(
  tx: Transaction,
  provider: Authorized<ListedFacts>,
  clearedAt: Date | null,
): Promise<void> {
  await tx.insert(providers).values({ ...providerListing(provider), minorsClearedAt: clearedAt })
}
