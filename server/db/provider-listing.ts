import { providerSearchText } from '#contract/providers/search.ts'
import { searchKey } from '#contract/text-search.ts'
import { lookAlikeKey } from './look-alike.ts'
import type { users } from './schema/account.ts'
import type { providers } from './schema/providers.ts'

/** The facts of a care provider that the directory finds and sorts them by; none of them ever changes. */
export type ListedFacts = Pick<
  typeof users.$inferInsert,
  'id' | 'username' | 'firstname' | 'lastname' | 'specialization' | 'gender' | 'country'
> & { readonly createdAt: Date }

/** A provider's line in the directory, found by name and specialty in any spelling. */
export function providerListing(facts: ListedFacts): typeof providers.$inferInsert {
  const { firstname, lastname, specialization = null } = facts
  const searchText = providerSearchText({ firstname, lastname, specialization })
  return {
    userId: facts.id,
    specialization: specialization ?? '',
    gender: facts.gender,
    country: facts.country,
    joinedAt: facts.createdAt,
    nameKey: searchKey(`${firstname} ${lastname}`),
    searchText,
    searchGrams: gramsOf(searchText),
    ...lookAlikeKeys(facts),
  }
}

/** What a look-alike of a provider is found by. */
export function lookAlikeKeys(facts: Pick<ListedFacts, 'username' | 'firstname' | 'lastname'>) {
  return {
    nameLook: lookAlikeKey(`${facts.firstname} ${facts.lastname}`),
    usernameLook: lookAlikeKey(facts.username),
  }
}

/** The longest run of characters that is looked up; longer words are looked up by their runs of this length. */
const gramCharsMax = 3

/** The runs by which a word of a search is looked up: itself while it is short. */
export function lookupGrams(word: string): string[] {
  const letters = Array.from(word)
  return letters.length <= gramCharsMax ? [word] : runs(letters, gramCharsMax)
}

function gramsOf(text: string): string[] {
  const grams = new Set<string>()
  for (const word of text.split(' ')) {
    const letters = Array.from(word)
    for (let length = 1; length <= gramCharsMax; length += 1) {
      for (const gram of runs(letters, length)) grams.add(gram)
    }
  }
  return [...grams]
}

function runs(letters: readonly string[], length: number): string[] {
  const count = Math.max(0, letters.length - length + 1)
  return Array.from({ length: count }, (_, start) => letters.slice(start, start + length).join(''))
}
