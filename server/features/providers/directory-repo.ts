import {
  and,
  arrayContains,
  arrayOverlaps,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  isNotNull,
  isNull,
  like,
  notInArray,
  sql,
  type SQL,
} from 'drizzle-orm'
import { fitFacts, type Fit, type Reader } from '#contract/providers/fit.ts'
import type { Orm } from '#server/db/orm.ts'
import { lookupGrams } from '#server/db/provider-listing.ts'
import { users } from '#server/db/schema/account.ts'
import { providers } from '#server/db/schema/providers.ts'

/** What a directory is asked for; `hidden` are the people whom the viewer neither sees nor reaches. */
export interface DirectoryQuery {
  readonly specialty: string | undefined
  /** The words that are searched for; none find nobody. */
  readonly search: readonly string[] | undefined
  readonly seesMinors: boolean | undefined
  readonly language: string | undefined
  readonly gender: string | undefined
  readonly country: string | undefined
  readonly sort:
    | { readonly by: 'name'; readonly behind: readonly [string, string] | undefined }
    | { readonly by: 'newest'; readonly behind: readonly [Date, string] | undefined }
  /** Those alone who fit a reader so well. */
  readonly fit?: { readonly reader: Reader; readonly fit: Fit }
  readonly limit: number
  readonly hidden: readonly string[]
}

export type DirectoryRow = Awaited<ReturnType<typeof listedProviders>>[number]

const listed = and(isNotNull(users.verifiedAt), isNull(users.suspendedAt))

const { passwordHash: _passwordHash, ...shownUser } = getTableColumns(users)
const {
  searchGrams: _searchGrams,
  searchText: _searchText,
  ...shownPractice
} = getTableColumns(providers)

/** Listed providers, one more than fit on the page. The indexes of `providers` serve the search and both orders. */
export async function listedProviders(orm: Orm, query: DirectoryQuery) {
  return listedProvidersQuery(orm, query)
}

/** The statement of `listedProviders`, for those who look at its plan. */
export function listedProvidersQuery(orm: Orm, query: DirectoryQuery) {
  return orm
    .select({ user: shownUser, practice: shownPractice })
    .from(providers)
    .innerJoin(users, eq(users.id, providers.userId))
    .where(and(listed, ...narrowing(query), behind(query), notAmong(query.hidden)))
    .orderBy(...order(query))
    .limit(query.limit + 1)
}

/** How many listed providers there are of each specialty, and how many of them see people under 18. */
export async function countBySpecialty(
  orm: Orm,
  hidden: readonly string[],
): Promise<{ specialization: string; count: number; seesMinors: number }[]> {
  return orm
    .select({
      specialization: providers.specialization,
      count: count(),
      seesMinors: count(sql`case when ${seeing} then 1 end`),
    })
    .from(providers)
    .innerJoin(users, eq(users.id, providers.userId))
    .where(and(listed, notAmong(hidden)))
    .groupBy(providers.specialization)
}

function narrowing(query: DirectoryQuery): (SQL | undefined)[] {
  const { specialty, search, seesMinors, language, gender, country, fit } = query
  return [
    specialty === undefined ? undefined : eq(providers.specialization, specialty),
    gender === undefined ? undefined : eq(providers.gender, gender),
    country === undefined ? undefined : eq(providers.country, country),
    language === undefined ? undefined : arrayContains(providers.languages, [language]),
    seesMinors === undefined ? undefined : eq(seeing, seesMinors),
    ...(search === undefined ? [] : found(search)),
    ...(fit === undefined ? [] : whoFits(fit)),
  ]
}

const seeing = sql<boolean>`(${providers.seesMinors} and ${providers.minorsClearedAt} is not null)`

/** The rows of which `fitOf` says the same. */
function whoFits({ reader, fit }: NonNullable<DirectoryQuery['fit']>): SQL[] {
  const { speaks, near } = fitFacts[fit]
  const { languages, country } = reader
  const speaking =
    languages.length === 0 ? sql`false` : arrayOverlaps(providers.languages, [...languages])
  const nearby = country === undefined ? sql`false` : eq(providers.country, country)
  return [speaks ? speaking : sql`not ${speaking}`, near ? nearby : sql`(${nearby}) is not true`]
}

/** Every word stands somewhere: the index finds the rows with all its runs of letters, and those are read. */
function found(words: readonly string[]): SQL[] {
  const grams = [...new Set(words.flatMap(lookupGrams))]
  if (grams.length === 0) return [sql`false`]
  // A word holds letters, marks and digits alone, so none of it means anything to `like`.
  return [
    arrayContains(providers.searchGrams, grams),
    ...words.map((word) => like(providers.searchText, `%${word}%`)),
  ]
}

function behind({ sort }: DirectoryQuery): SQL | undefined {
  if (!sort.behind) return undefined
  const [key, id] = sort.behind
  return sort.by === 'name'
    ? sql`(${providers.nameKey}, ${providers.userId}) > (${key}, ${id}::uuid)`
    : sql`(${providers.joinedAt}, ${providers.userId}) < (${key}, ${id}::uuid)`
}

function order({ sort }: DirectoryQuery): SQL[] {
  return sort.by === 'name'
    ? [asc(providers.nameKey), asc(providers.userId)]
    : [desc(providers.joinedAt), desc(providers.userId)]
}

function notAmong(hidden: readonly string[]): SQL | undefined {
  return hidden.length === 0 ? undefined : notInArray(providers.userId, [...hidden])
}
