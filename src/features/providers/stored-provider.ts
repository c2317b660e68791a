import type { ProviderCard } from '#contract/account/model.ts'
import { providerSearchText } from '#contract/providers/search.ts'
import { searchKey } from '#contract/text-search.ts'
import type { StoredProvider } from '#src/offline/storage/shared-database.ts'

/**
 * The shape of a stored card; raised by whoever changes `ProviderCard`. The index begins with it, so that a row of
 * another build is not found, and a list of thousands need not be checked card by card.
 */
export const cardShape = 1

/** A card with what it is found and sorted by, made once for many searches. */
export function storedProvider(card: ProviderCard): StoredProvider {
  return {
    ...card,
    shape: cardShape,
    nameKey: searchKey(card.name),
    searchText: providerSearchText(card),
  }
}
