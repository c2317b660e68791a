import { useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import * as v from 'valibot'
import type { ProviderCard } from '#contract/account/profile.ts'
import { fitKeyParts, matchesSearch, searchWords } from '#contract/providers/model.ts'
import { compareNames } from '#src/i18n/speech.ts'
import type { StoredProvider } from '#src/offline/storage/shared-database.ts'

/** What a directory is narrowed by, as the page's address has it. A wrong value is dropped, never an error page. */
export const directorySearchSchema = v.object({
  q: text(100),
  minors: v.fallback(v.optional(v.literal(true)), undefined),
  language: text(40),
  gender: text(20),
  country: text(60),
  sort: v.fallback(v.optional(v.picklist(['name', 'newest'])), undefined),
})

export type DirectorySearch = v.InferOutput<typeof directorySearchSchema>

/** The router reads a search for digits as a number. */
function text(charsMax: number) {
  const digits = v.pipe(v.number(), v.transform(String))
  const words = v.pipe(v.union([v.string(), digits]), v.maxLength(charsMax))
  return v.fallback(v.optional(words), undefined)
}

/** Those that a search finds; in the order of `all`, by name alone, or the newest first. */
export function findProviders(
  all: readonly StoredProvider[],
  search: DirectorySearch,
): readonly StoredProvider[] {
  const words = searchWords(search.q ?? '')
  const found = all.filter((provider) => matchesSearch(provider, words) && fits(provider, search))
  switch (search.sort) {
    case 'newest':
      return found.sort(newestFirst)
    case 'name':
      return found.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
    case undefined:
      return found
  }
}

function nameOf({ nameKey }: StoredProvider): string {
  return fitKeyParts(nameKey)?.nameKey ?? nameKey
}

/** Whether anything is asked for at all. */
export function isSearching(search: DirectorySearch): boolean {
  return Object.values(search).some((value) => value !== undefined)
}

/** How many filters are on, beside the words. */
export function filtersOn({ minors, language, gender, country }: DirectorySearch): number {
  return [minors, language, gender, country].filter((filter) => filter !== undefined).length
}

/** What can be chosen among these providers, in its order. */
export function choicesIn(all: readonly StoredProvider[]): {
  languages: string[]
  genders: string[]
  countries: string[]
} {
  return {
    languages: distinct(all.flatMap(({ languages }) => languages)),
    genders: distinct(all.map(({ gender }) => gender)),
    countries: distinct(all.flatMap(({ country }) => country ?? [])),
  }
}

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
  return [...new Set(values)].filter(Boolean).sort(compareNames)
}

/** A pause in typing this long, in milliseconds, is worth an entry in the address: each costs a turn of the router. */
const pauseMs = 300

/**
 * What is searched, as the page's address has it, and the way to keep it there once the person pauses, so that a way
 * back finds it. The address is read here and not in the route, which every first screen loads.
 */
export function useSearchInAddress(): {
  search: DirectorySearch
  onSearch: (search: DirectorySearch) => void
} {
  const address: unknown = useSearch({ strict: false })
  const router = useRouter()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // An effect because a page that was left must not write into the next one's address.
  useEffect(() => () => clearTimeout(timer.current), [])

  function onSearch(search: DirectorySearch) {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const href = window.location.pathname + router.options.stringifySearch(search)
      void router.navigate({ href, replace: true, resetScroll: false })
    }, pauseMs)
  }

  return { search: v.parse(directorySearchSchema, address), onSearch }
}
