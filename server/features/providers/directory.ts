import {
  and,
  arrayContains,
  arrayOverlaps,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  like,
  notInArray,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import type { Api } from '#contract/api.ts'
import type { QueryOf, ReplyOf } from '#contract/endpoint.ts'
import { utcDate } from '#contract/local-date.ts'
import {
  fitKey,
  fitKeyParts,
  fitOf,
  fitsFor,
  type Fit,
  fitFacts,
  type Reader,
} from '#contract/providers/model.ts'
import { isNamed } from '#contract/reference/found-by.ts'
import { specialties } from '#contract/reference/specialties.ts'
import type { Database } from '#server/db/client.ts'
import type { Orm } from '#server/db/orm.ts'
import { lookupGrams } from '#server/db/provider-listing.ts'
import { users } from '#server/db/schema/account.ts'
import { providers } from '#server/db/schema/providers.ts'
import { presentUser } from '#server/features/account/index.ts'
import { blockedWith } from '#server/features/connections/index.ts'
import type { AccessLog } from '#server/features/sharing/index.ts'
import { pageOf, cursorByText, cursorByTime } from '#server/http/routing/page-cursor.ts'
import { ProblemError } from '#server/http/routing/problem.ts'
import type { Actor } from '#server/http/session/caller.ts'

type Asked = QueryOf<Api['listProviders']>

/** The care providers that a person may see. */
export function createDirectory(deps: {
  database: Database
  now: () => number
  accessLog: AccessLog
}) {
  const { database, now, accessLog } = deps
  const { pool, orm } = database

  /** Throws `invalid_input` for an `after` that is of no page of this order. */
  async function list(actor: Actor, asked: Asked): Promise<ReplyOf<Api['listProviders']>> {
    const hidden = await blockedWith(pool, actor.userId)
    const page = asked.sort === 'fit' ? await byFit(asked, hidden) : await bySort(asked, hidden)
    const today = utcDate(now())
    if (!actor.superAdmin) {
      const cards = page.rows.map((row) => presentUser('card', row.user, today, row.practice))
      return { providers: cards, next: page.next }
    }
    const seen = page.rows.map(({ user }) => ({ subjectId: user.id, what: 'profile' as const }))
    const noted = await accessLog.note(actor, seen, 'review')
    const shown = page.rows.map((row) => presentUser('admin', row.user, today, row.practice, noted))
    return { providers: shown, next: page.next }
  }

  async function bySort(asked: Asked, hidden: readonly string[]) {
    const rows = await listedProviders(orm, { ...narrowedBy(asked), sort: sortOf(asked), hidden })
    return pageOf(rows, asked.limit, asked.sort === 'newest' ? byNewest : byName)
  }

  /** One fit after the other, each by name, so that the index gives a page of the longest list. */
  async function byFit(asked: Asked, hidden: readonly string[]) {
    const reader = { languages: asked.speaks ?? [], country: asked.near }
    const begin = asked.after === undefined ? undefined : fitCursor(asked.after)
    const rows: DirectoryRow[] = []
    for (const fit of fitsFor(reader)) {
      if (begin && fit < begin.fit) continue
      const behind = begin?.fit === fit ? begin.behind : undefined
      const limit = asked.limit - rows.length
      const query = { ...narrowedBy(asked), limit, hidden, fit: { reader, fit } }
      rows.push(...(await listedProviders(orm, { ...query, sort: { by: 'name', behind } })))
      if (rows.length > asked.limit) break
    }
    return pageOf(rows, asked.limit, ({ practice }) => [
      fitKey(fitOf(practice, reader), practice.nameKey),
      practice.userId,
    ])
  }

  async function counts(actor: Actor): Promise<ReplyOf<Api['countProviders']>> {
    const rows = await countBySpecialty(orm, await blockedWith(pool, actor.userId))
    return {
      counts: Object.fromEntries(rows.map((row) => [row.specialization, row.count])),
      seesMinors: Object.fromEntries(rows.map((row) => [row.specialization, row.seesMinors])),
    }
  }

  return { list, counts }
}

/** What a question narrows the directory to. */
function narrowedBy(asked: Asked): Omit<DirectoryQuery, 'sort' | 'hidden'> {
  const { specialty, search, seesMinors, language, gender, country, limit } = asked
  return { specialty, search, seesMinors, language, gender, country, limit }
}

/** The order that is asked for, and the place that its page starts behind. */
function sortOf({ sort, after }: Asked): DirectoryQuery['sort'] {
  return sort === 'newest'
    ? { by: 'newest', behind: after === undefined ? undefined : cursorByTime(after) }
    : { by: 'name', behind: after === undefined ? undefined : cursorByText(after) }
}

/** Throws `invalid_input` for what is no place in this order. */
function fitCursor(after: string): { fit: Fit; behind: readonly [string, string] } {
  const [key, id] = cursorByText(after)
  const parts = fitKeyParts(key)
  if (!parts) {
    throw new ProblemError('invalid_input', { fields: { after: 'This is no page of this list.' } })
  }
  return { fit: parts.fit, behind: [parts.nameKey, id] }
}

function byName({ practice }: DirectoryRow): readonly string[] {
  return [practice.nameKey, practice.userId]
}

function byNewest({ practice }: DirectoryRow): readonly string[] {
  return [practice.joinedAt.toISOString(), practice.userId]
}

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

type DirectoryRow = Awaited<ReturnType<typeof listedProviders>>[number]

const listed = and(isNotNull(users.verifiedAt), isNull(users.suspendedAt))
const { passwordHash: _passwordHash, ...shownUser } = getTableColumns(users)

const {
  searchGrams: _searchGrams,
  searchText: _searchText,
  ...shownPractice
} = getTableColumns(providers)

/** Listed providers, one more than fit on the page. The indexes of `providers` serve the search and both orders. */
async function listedProviders(orm: Orm, query: DirectoryQuery) {
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
async function countBySpecialty(
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

const seeing = sql`(${providers.seesMinors} and ${providers.minorsClearedAt} is not null)`

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
function found(words: readonly string[]): (SQL | undefined)[] {
  const grams = [...new Set(words.flatMap(lookupGrams))]
  if (grams.length === 0) return [sql`false`]
  // A word holds letters, marks and digits alone, so none of it means anything to `like`.
  return [
    arrayContains(providers.searchGrams, grams),
    ...words.map((word) => or(like(providers.searchText, `%${word}%`), ofSpecialties(word))),
  ]
}

/** Those whose specialty the word is a name of in another language. */
function ofSpecialties(word: string): SQL | undefined {
  const named = specialties.filter((specialty) => isNamed(specialty, word))
  return named.length === 0 ? undefined : inArray(providers.specialization, named)
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
