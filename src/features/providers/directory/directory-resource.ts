import * as v from 'valibot'
import { accountApi } from '#contract/account/api.ts'
import { userIdSchema } from '#contract/account/model.ts'
import type { ProviderCard } from '#contract/account/profile.ts'
import { providersApi } from '#contract/providers/api.ts'
import type { Reader } from '#contract/providers/model.ts'
import { countryNames } from '#contract/reference/countries.ts'
import { specialties, type Specialty } from '#contract/reference/specialties.ts'
import { sinceMs } from '#src/data/local-clock.ts'
import { isNotFound, notFound, announce, defineResource } from '#src/data/resource.ts'
import { callApi } from '#src/offline/api/api.ts'
import { everyPage, type Page, type PageQuery } from '#src/offline/api/every-page.ts'
import type { ReadPriority } from '#src/offline/api/read-limiter.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { readProfile } from '#src/session/own-profile.ts'
import { currentSession } from '#src/session/session.ts'
import {
  deleteProvider,
  listAsOf,
  readCounts,
  readDirectory,
  readProvider,
  saveCounts,
  saveFirstPage,
  saveProviders,
  saveWholeList,
  fitQuery,
  languagesOf,
  asCard,
  storedProvider,
} from './directory-store.ts'

/** How a list of providers is asked for: of a specialty for everybody, or on the two pages for parents. */
export type DirectoryCall = 'listProviders' | 'listFamilyTherapists' | 'listParentingCoaches'

export interface DirectoryName {
  readonly specialty: Specialty
  readonly list: DirectoryCall
}

/** A list younger than this is not fetched again when its page is opened, in milliseconds. */
const freshMs = 60_000
/** A directory of at most so many is fetched whole for offline when the specialties are opened: ten requests. */
const wholeMax = 1_000
/** As many as are drawn at first: two screens of the widest grid. */
const firstPageRows = 24
/** A first page that was asked for at a press is the list's own if the list opens within so many milliseconds. */
const sharedMs = 10_000
/** So many are stored in one step after the first page, which is shown at once: each step has the screen read anew. */
const storedTogether = 1_000

/** How many providers there are of each specialty. */
export const countsResource = defineResource({
  key: 'providers.counts',
  read: (db) => readCounts(db.viewerId),
  refresh: async (db, token) => {
    const { counts, seesMinors } = await callApi(providersApi.countProviders, {}, { token })
    await saveCounts(db.viewerId, { counts, seesMinors, asOfMs: Date.now() })
  },
})

/** The providers of a specialty, page by page as they come. */
export const directoryResource = defineResource({
  key: 'providers.directory',
  read: (db, specialty: Specialty, _list: DirectoryCall) => readDirectory(db.viewerId, specialty),
  refresh: async (db, token, specialty: Specialty, list: DirectoryCall) => {
    // Without a network the call is made nevertheless: its failure says that the list is from before.
    if (navigator.onLine && (await isFresh(db, specialty))) return
    await fetchDirectory(db, token, { specialty, list })
  },
})

/** One provider; the refresh rejects with the problem `not_found` for whoever may not be seen, or is no provider. */
export const providerResource = defineResource({
  key: 'providers.provider',
  read: (db, id: string) => readProvider(db.viewerId, id),
  refresh: async (db, token, id: string) => {
    if ((await refreshProvider(db, token, id)) === 'missing') {
      throw notFound()
    }
  },
})

/** Fetches the providers of a specialty page by page and stores each page as it comes. Rejects as the call does. */
export async function fetchDirectory(
  db: UserDatabase,
  token: string,
  name: DirectoryName,
): Promise<void> {
  const { specialty } = name
  const first = askFirstPage(db, token, name, 'high')
  // Whoever comes later asks the server anew.
  firstPages.get(db)?.delete(keyOf(name))
  const page = await first
  await page.saved
  // The list is no longer than its first page, and stored as a whole.
  if (page.next === null) return
  const { reader } = page
  const cards = await storePages(db, reader, (query) => fetchPage(token, name, query, reader), page)
  await saveWholeList(db.viewerId, { specialty, ids: idsOf(cards), asOfMs: Date.now() })
}

/**
 * Fetches the first page of a list ahead of its page, at `high` priority where the person waits for it; the list goes on
 * from there. Resolves once it is stored. Rejects as the call does, and when the disk is full.
 */
export async function fetchFirstPage(
  db: UserDatabase,
  token: string,
  name: DirectoryName,
  priority: ReadPriority,
): Promise<void> {
  const { saved } = await askFirstPage(db, token, name, priority)
  await saved
}

/** Whether the whole directory comes behind the grid of specialties. */
export function isSmall(counts: Readonly<Record<string, number>>): boolean {
  return Object.values(counts).reduce((sum, count) => sum + count, 0) <= wholeMax
}

/** Fetches the whole directory for offline, unless it is stored and fresh. Rejects as the calls do. */
export async function fetchWhole(db: UserDatabase, token: string): Promise<void> {
  const fresh = await Promise.all(specialties.map((one) => isFresh(db, one)))
  if (fresh.every(Boolean)) return
  const cards = await storePages(db, await readerOf(db), async (query) => {
    const { providers, next } = await callApi(providersApi.listProviders, { query }, { token })
    return { rows: providers.map(asCard), next }
  })
  const ids = idsOf(cards)
  const asOfMs = Date.now()
  for (const specialty of specialties) await saveWholeList(db.viewerId, { specialty, ids, asOfMs })
}

/**
 * Fetches and stores one provider; 'missing' for whoever may not be seen, or is no provider. Rejects as the call does.
 */
export async function refreshProvider(
  db: UserDatabase,
  token: string,
  id: string,
): Promise<'found' | 'missing'> {
  const { viewerId } = db
  if (!v.is(userIdSchema, id)) return 'missing'
  try {
    const user = await callApi(accountApi.getUser, { params: { id } }, { token })
    if (user.userT !== 'ServiceProvider' || user.view === 'client') return 'missing'
    await saveProviders(viewerId, [asCard(user)], await readerOf(db))
    return 'found'
  } catch (error) {
    if (!isNotFound(error)) throw error
    await deleteProvider(viewerId, id)
    return 'missing'
  }
}

/** A list's first page as it came; `saved` resolves when it is stored, and rejects when the disk is full. */
interface FirstPage extends Page<ProviderCard> {
  /** By whom it is ordered; the pages behind it are asked for by the same. */
  readonly reader: Reader
  readonly saved: Promise<void>
}

/** First pages that are asked for, by list: a press, the page's loader and the page itself share one request. */
const firstPages = new WeakMap<
  UserDatabase,
  Map<string, { page: Promise<FirstPage>; atMs: number }>
>()

async function askFirstPage(
  db: UserDatabase,
  token: string,
  name: DirectoryName,
  priority: ReadPriority,
): Promise<FirstPage> {
  const asked = firstPages.get(db) ?? new Map<string, { page: Promise<FirstPage>; atMs: number }>()
  firstPages.set(db, asked)
  const key = keyOf(name)
  const earlier = asked.get(key)
  if (earlier && sinceMs(earlier.atMs) < sharedMs) return await earlier.page
  const asking = { page: requestFirstPage(db, token, name, priority), atMs: Date.now() }
  asked.set(key, asking)
  try {
    return await asking.page
  } catch (error) {
    if (asked.get(key) === asking) asked.delete(key)
    throw error
  }
}

async function requestFirstPage(
  db: UserDatabase,
  token: string,
  name: DirectoryName,
  priority: ReadPriority,
): Promise<FirstPage> {
  const reader = await readerOf(db)
  const page = await fetchPage(token, name, { limit: String(firstPageRows) }, reader, priority)
  // What comes for a person who has logged out meanwhile is dropped.
  const here = currentSession()?.user._id === db.userId
  const saved = here ? storeFirstPage(db, name, { ...page, reader }) : Promise.resolve()
  // Whoever needs it waits for it; to the others a full disk is no matter.
  saved.catch(() => undefined)
  return { ...page, reader, saved }
}

async function storeFirstPage(
  db: UserDatabase,
  { specialty, list }: DirectoryName,
  { rows, next, reader }: Omit<FirstPage, 'saved'>,
): Promise<void> {
  const asOfMs = Date.now()
  const whole = next === null
  const shown = {
    providers: rows.map((card) => storedProvider(card, reader)),
    rest: 0,
    asOfMs: whole ? asOfMs : undefined,
    firstPageAsOfMs: whole ? undefined : asOfMs,
  }
  announce(db, directoryResource, shown, specialty, list)
  await saveFirstPage(db.viewerId, { specialty, cards: rows, asOfMs, reader })
  if (whole) await saveWholeList(db.viewerId, { specialty, ids: idsOf(rows), asOfMs })
}

async function fetchPage(
  token: string,
  { specialty, list }: DirectoryName,
  page: PageQuery,
  reader: Reader,
  priority?: ReadPriority,
): Promise<Page<ProviderCard>> {
  const options = { token, priority }
  const query = { ...page, ...fitQuery(reader) }
  const { providers, next } = await (list === 'listProviders'
    ? callApi(providersApi.listProviders, { query: { ...query, specialty } }, options)
    : callApi(providersApi[list], { query }, options))
  return { rows: providers.map(asCard), next }
}

/** Stores every page behind `first`, which is stored already; resolves to all cards. */
async function storePages(
  { viewerId }: UserDatabase,
  reader: Reader,
  nextPage: (query: PageQuery) => Promise<Page<ProviderCard>>,
  first?: Page<ProviderCard>,
): Promise<ProviderCard[]> {
  let waiting: ProviderCard[] = []
  async function storeWaiting() {
    await saveProviders(viewerId, waiting, reader)
    waiting = []
  }

  const cards = await everyPage(nextPage, {
    ...(first && { first }),
    onPage: async (rows) => {
      if (rows === first?.rows) return
      waiting.push(...rows)
      if (waiting.length >= storedTogether) await storeWaiting()
    },
  })
  await storeWaiting()
  return cards
}

/** By whom lists are ordered: the country of their profile, and the languages of this device. */
async function readerOf(db: UserDatabase): Promise<Reader> {
  const profile = await readProfile(db)
  const country = countryNames.find((name) => name === profile?.country)
  return { languages: languagesOf(navigator.languages), country }
}

async function isFresh({ viewerId }: UserDatabase, specialty: string): Promise<boolean> {
  const asOfMs = await listAsOf(viewerId, specialty)
  return asOfMs !== undefined && sinceMs(asOfMs) < freshMs
}

function keyOf({ specialty, list }: DirectoryName): string {
  return JSON.stringify([list, specialty])
}

function idsOf(cards: readonly ProviderCard[]): Set<string> {
  return new Set(cards.map(({ _id }) => _id))
}
