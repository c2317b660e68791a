import type { ProviderCard, User } from '#contract/account/profile.ts'
import {
  fitKey,
  fitOf,
  unknownReader,
  readerLanguagesMax,
  type Reader,
  providerSearchText,
} from '#contract/providers/model.ts'
import { searchKey } from '#contract/fold.ts'
import { countryNames } from '#contract/reference/countries.ts'
import { languages } from '#contract/reference/languages.ts'
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

/** Whoever reads a list as the server is told of them; nothing where nothing is known, so that the list comes by name. */
export function fitQuery(
  reader: Reader,
): { sort: 'fit'; speaks?: string; near?: (typeof countryNames)[number] } | object {
  const near = countryNames.find((name) => name === reader.country)
  const speaks = reader.languages.join(',')
  if (near === undefined && speaks === '') return {}
  return { sort: 'fit', ...(speaks && { speaks }), ...(near && { near }) }
}

/** The directory's own names of what a browser asks for: `ar-EG` is Arabic. */
export function languagesOf(tags: readonly string[]): Reader['languages'] {
  const named = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })
  const names = tags.flatMap((tag) => {
    const [code = ''] = tag.split('-')
    return /^[a-z]{2,3}$/i.test(code) ? [named.of(code)] : []
  })
  const known = languages.filter((language) => names.some((name) => isSame(language, name)))
  return known.toSorted((a, b) => places(names, a) - places(names, b)).slice(0, readerLanguagesMax)
}

function places(names: readonly (string | undefined)[], language: string): number {
  return names.findIndex((name) => isSame(language, name))
}

/** The directory's word for Persian is another one. */
function isSame(language: string, name: string | undefined): boolean {
  return language === (name === 'Persian' ? 'Farsi' : name)
}
