import { searchKey } from '../text-search.ts'

/** More words than these are no name. */
const wordsMax = 8

/**
 * The words of a search, as they are compared; undefined when nothing was typed, which finds everybody. Signs alone are
 * no words and find nobody.
 */
export function searchWords(query: string): readonly string[] | undefined {
  if (query.trim() === '') return undefined
  const key = searchKey(query)
  return key === '' ? [] : key.split(' ').slice(0, wordsMax)
}

/** What is searched of a provider (spec 2): first name, last name and specialization. */
export function providerSearchText(provider: {
  readonly firstname: string
  readonly lastname: string
  readonly specialization: string | null
}): string {
  return searchKey(`${provider.firstname} ${provider.lastname} ${provider.specialization ?? ''}`)
}

/** True when every word of the query stands somewhere in the text; `text` is a `providerSearchText`. */
export function matchesSearch(text: string, words: readonly string[] | undefined): boolean {
  if (words === undefined) return true
  return words.length > 0 && words.every((word) => text.includes(word))
}
