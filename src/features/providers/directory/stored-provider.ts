import type { ProviderCard, User } from '#contract/account/model.ts'
import { fitKey, fitOf, unknownReader } from '#contract/providers/fit.ts'
import { providerSearchText } from '#contract/providers/search.ts'
import { searchKey } from '#contract/text-search.ts'
import type { StoredProvider } from '#src/offline/storage/shared-database.ts'

/**
 * The shape of a stored card; raised by whoever changes `ProviderCard`. The index begins with it, so that a row of
 * another build is not found, and a list of thousands need not be checked card by card.
 */
export const cardShape = 1

/** A card with what it is found and sorted by for a reader, made once for many searches. */
export function storedProvider(card: ProviderCard, reader = unknownReader): StoredProvider {
  return {
    ...card,
    shape: cardShape,
    nameKey: fitKey(fitOf(card, reader), searchKey(card.name)),
    searchText: providerSearchText(card),
  }
}

/** A provider as a card, whatever the viewer may see of them: only a card is ever stored. */
export function asCard(provider: Exclude<User, { view: 'client' }>): ProviderCard {
  if (provider.view === 'card') return provider
  const { _id, userT, firstname, lastname, name, profileImg, state, country, bio } = provider
  const { specialization, gender, practice } = provider
  return {
    view: 'card',
    _id,
    userT,
    firstname,
    lastname,
    name,
    profileImg,
    state,
    country,
    bio,
    specialization,
    gender,
    languages: practice?.languages ?? [],
    seesMinors: practice !== undefined && practice.seesMinors && practice.clearedForMinors,
    reviewedAt: practice?.reviewedAt ?? null,
  }
}
