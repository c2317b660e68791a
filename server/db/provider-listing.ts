import { and, eq, isNull } from 'drizzle-orm'
import { foldVersion, searchKey } from '#contract/fold.ts'
import { providerSearchText } from '#contract/providers/model.ts'
import { specialtyWords } from '#contract/reference/found-by.ts'
import { specialties } from '#contract/reference/specialties.ts'
import type { Database } from './client.ts'
import { users } from './schema/account.ts'
import { providers } from './schema/providers.ts'

/** The facts of a care provider that the directory finds and sorts them by; none of them ever changes. */
export type ListedFacts = Pick<
  typeof users.$inferInsert,
  'id' | 'username' | 'firstname' | 'lastname' | 'specialization' | 'gender' | 'country'
> & { readonly createdAt: Date }

/** A provider's line in the directory, found by name and specialty in any spelling. */
export function providerListing(facts: ListedFacts): typeof providers.$inferInsert {
  return {
    userId: facts.id,
    specialization: facts.specialization ?? '',
    gender: facts.gender,
    country: facts.country,
    joinedAt: facts.createdAt,
    ...searchedBy(facts),
    ...lookAlikeKeys(facts),
  }
}

/** What a provider is found and sorted by. */
export function searchedBy({
  firstname,
  lastname,
  specialization = null,
}: Pick<ListedFacts, 'firstname' | 'lastname' | 'specialization'>) {
  const searchText = providerSearchText({ firstname, lastname, specialization })
  const specialty = specialties.find((one) => one === specialization)
  const names = specialty ? specialtyWords(specialty).join(' ') : ''
  return {
    nameKey: searchKey(`${firstname} ${lastname}`),
    searchText,
    searchGrams: gramsOf(`${searchText} ${names}`),
    fold: foldVersion,
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

/** Letters of other alphabets that are drawn like Latin ones. */
const drawnLike: Readonly<Record<string, string>> = {
  // Cyrillic
  а: 'a',
  в: 'b',
  е: 'e',
  ё: 'e',
  ѕ: 's',
  і: 'i',
  ј: 'j',
  к: 'k',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  с: 'c',
  т: 't',
  у: 'y',
  х: 'x',
  һ: 'h',
  ԁ: 'd',
  ԛ: 'q',
  ԝ: 'w',
  ь: 'b',
  г: 'r',
  // Greek
  α: 'a',
  β: 'b',
  ε: 'e',
  ζ: 'z',
  η: 'n',
  ι: 'i',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  χ: 'x',
  // Armenian
  օ: 'o',
  ս: 'u',
  հ: 'h',
  ո: 'n',
  // Latin and signs
  ı: 'i',
  '0': 'o',
  '1': 'l',
  '5': 's',
  '|': 'l',
  $: 's',
  '@': 'a',
}

/** One key for everything that reads alike at a glance: `Sofia`, `Sofіa` with a Cyrillic letter and `Sof1a`. */
export function lookAlikeKey(text: string): string {
  const letters = Array.from(text.normalize('NFKC').toLowerCase(), (one) => drawnLike[one] ?? one)
  return letters
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('i', 'l')
    .replace(/[\u200c\u200d]/g, '')
    .replace(/[\s._'’-]+/gu, ' ')
    .trim()
}

const rowsPerInsert = 500

/**
 * Gives every care provider without one their line in the directory: those who registered before there was a
 * directory. Several processes may do it at once.
 */
export async function listUnlistedProviders({ orm }: Pick<Database, 'orm'>): Promise<void> {
  const unlisted = await orm
    .select({
      id: users.id,
      username: users.username,
      firstname: users.firstname,
      lastname: users.lastname,
      specialization: users.specialization,
      gender: users.gender,
      country: users.country,
      createdAt: users.createdAt,
    })
    .from(users)
    .leftJoin(providers, eq(providers.userId, users.id))
    .where(and(eq(users.userType, 'ServiceProvider'), isNull(providers.userId)))
  for (let from = 0; from < unlisted.length; from += rowsPerInsert) {
    const rows = unlisted.slice(from, from + rowsPerInsert).map(providerListing)
    await orm.insert(providers).values(rows).onConflictDoNothing()
  }
  await logReads(orm)
}

/** Those who were listed before look-alikes were refused get the keys that these are found by. */
async function logReads(orm: Database['orm']): Promise<void> {
  const unnoted = await orm
    .select({
      id: users.id,
      username: users.username,
      firstname: users.firstname,
      lastname: users.lastname,
    })
    .from(providers)
    .innerJoin(users, eq(providers.userId, users.id))
    .where(isNull(providers.nameLook))
  for (const facts of unnoted) {
    await orm.update(providers).set(lookAlikeKeys(facts)).where(eq(providers.userId, facts.id))
  }
}
