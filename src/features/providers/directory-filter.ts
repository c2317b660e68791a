import * as v from 'valibot'
import type { ProviderCard } from '#contract/account/model.ts'
import { matchesSearch, providerSearchText, searchWords } from '#contract/providers/search.ts'

/** What a directory is narrowed by, as the page's address keeps it. A wrong value is dropped, never an error page. */
export const directorySearchSchema = v.object({
  q: text(100),
  minors: v.fallback(v.optional(v.literal(true)), undefined),
  language: text(40),
  gender: text(20),
  country: text(60),
  sort: v.fallback(v.optional(v.literal('newest')), undefined),
})
export type DirectorySearch = v.InferOutput<typeof directorySearchSchema>

/** The router reads a search for digits as a number. */
function text(charsMax: number) {
  const digits = v.pipe(v.number(), v.transform(String))
  const words = v.pipe(v.union([v.string(), digits]), v.maxLength(charsMax))
  return v.fallback(v.optional(words), undefined)
}

/** A provider with what is searched of them, made once for many searches. */
export interface Searchable {
  readonly card: ProviderCard
  readonly searchText: string
}

/** Providers ready to be searched, by name. */
export function searchable(cards: readonly ProviderCard[]): Searchable[] {
  return cards
    .map((card) => ({ card, searchText: providerSearchText(card) }))
    .toSorted((a, b) => byName.compare(a.card.name, b.card.name))
}

/** Those that a search finds, in its order. */
export function findProviders(
  all: readonly Searchable[],
  search: DirectorySearch,
): readonly ProviderCard[] {
  const words = searchWords(search.q ?? '')
  const found = all
    .filter(({ card, searchText }) => matchesSearch(searchText, words) && fits(card, search))
    .map(({ card }) => card)
  return search.sort === 'newest' ? found.sort(newestFirst) : found
}

/** How many filters are on, beside the words. */
export function filtersOn({ minors, language, gender, country }: DirectorySearch): number {
  return [minors, language, gender, country].filter((filter) => filter !== undefined).length
}

/** What can be chosen among these providers, in its order. */
export function choicesIn(all: readonly Searchable[]): {
  languages: string[]
  genders: string[]
  countries: string[]
} {
  return {
    languages: distinct(all.flatMap(({ card }) => card.languages)),
    genders: distinct(all.map(({ card }) => card.gender)),
    countries: distinct(all.flatMap(({ card }) => card.country ?? [])),
  }
}

const byName = new Intl.Collator('en', { sensitivity: 'base' })

function fits(card: ProviderCard, { minors, language, gender, country }: DirectorySearch): boolean {
  return (
    (minors === undefined || card.seesMinors) &&
    (language === undefined || card.languages.includes(language)) &&
    (gender === undefined || card.gender === gender) &&
    (country === undefined || card.country === country)
  )
}

/** An account's id begins with the moment it was made. */
function newestFirst(a: ProviderCard, b: ProviderCard): number {
  return a._id < b._id ? 1 : -1
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)].filter(Boolean).sort(byName.compare)
}
