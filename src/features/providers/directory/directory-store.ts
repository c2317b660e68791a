import type { ProviderCard, User } from '#contract/account/profile.ts'
import { searchKey } from '#contract/fold.ts'
import {
  fitKey,
  fitOf,
  unknownReader,
  readerLanguagesMax,
  type Reader,
  providerSearchText,
  languages,
} from '#contract/providers/model.ts'
import { countryNames } from '#contract/reference/countries.ts'
import { withinQuota } from '#src/offline/storage/quota.ts'
import { type StoredProvider, sharedDatabase } from '#src/offline/storage/shared-database.ts'

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

/** A list of care providers as this device stored it: who fits the reader best first, then by name. */
export interface StoredDirectory {
  readonly providers: readonly StoredProvider[]
  /** How many more this device knows, where only the first ones were read. */
  readonly rest: number
  /** When the whole list had come, in epoch milliseconds; undefined while only a part of it has. */
  readonly asOfMs: number | undefined
  /** When the first page of a part had come, in epoch milliseconds; undefined of a whole list too. */
  readonly firstPageAsOfMs: number | undefined
}

/** When the stored lists came from the server, by specialty, in epoch milliseconds. */
export interface ListTimes {
  readonly whole: ReadonlyMap<string, number>
  /** Lists of which only the first page has come. */
  readonly firstPages: ReadonlyMap<string, number>
}

/** How many providers each specialty has, as the server last said. */
export interface ProviderCounts {
  readonly counts: Readonly<Record<string, number>>
  /** How many of them see people under 18; undefined where the server did not say. */
  readonly seesMinors?: Readonly<Record<string, number>> | undefined
  readonly asOfMs: number
}

/** The stored providers of a specialty, all or the first `atMost`; undefined before the first time. For a live query. */
export async function readDirectory(
  viewerId: string,
  specialty: string,
  atMost = Number.POSITIVE_INFINITY,
): Promise<StoredDirectory | undefined> {
  const db = sharedDatabase()
  return await db.transaction('r', db.facts, db.providers, db.providerLists, async () => {
    if (!(await isViewer(viewerId))) return undefined
    const rows = providersOf(specialty)
    const [providers, list, firstPage] = await Promise.all([
      (Number.isFinite(atMost) ? rows.limit(atMost) : rows).toArray(),
      db.providerLists.get(specialty),
      db.providerLists.get(firstPageName(specialty)),
    ])
    if (!list && providers.length === 0) return undefined
    const known = Number.isFinite(atMost) ? (list?.count ?? 0) : providers.length
    return {
      providers,
      rest: Math.max(0, known - providers.length),
      asOfMs: list?.asOfMs,
      firstPageAsOfMs: list ? undefined : firstPage?.asOfMs,
    }
  })
}

/** One stored provider. For a live query. */
export async function readProvider(
  viewerId: string,
  id: string,
): Promise<ProviderCard | undefined> {
  if (!(await isViewer(viewerId))) return undefined
  const stored = await sharedDatabase().providers.get(id)
  return stored?.shape === cardShape ? stored : undefined
}

/** For a live query. */
export async function readCounts(viewerId: string): Promise<ProviderCounts | undefined> {
  if (!(await isViewer(viewerId))) return undefined
  const row = await sharedDatabase().facts.get('providerCounts')
  return row?.key === 'providerCounts' ? row : undefined
}

/** Rejects when the disk is full. */
export async function saveCounts(viewerId: string, counts: ProviderCounts): Promise<void> {
  await writeAs(viewerId, async () => {
    await sharedDatabase().facts.put({ key: 'providerCounts', ...counts })
  })
}

/** Stores some providers beside those that are stored already. Rejects when the disk is full. */
export async function saveProviders(
  viewerId: string,
  cards: readonly ProviderCard[],
  reader = unknownReader,
): Promise<void> {
  await writeAs(viewerId, async () => {
    await sharedDatabase().providers.bulkPut(cards.map((card) => storedProvider(card, reader)))
  })
}

/**
 * Stores the first page of a list. Where the list is not stored as a whole, providers who are no longer on that page
 * go. Rejects when the disk is full.
 */
export async function saveFirstPage(
  viewerId: string,
  page: { specialty: string; cards: readonly ProviderCard[]; asOfMs: number; reader?: Reader },
): Promise<void> {
  const { specialty, asOfMs, reader = unknownReader } = page
  const rows = page.cards.map((card) => storedProvider(card, reader))
  await writeAs(viewerId, async () => {
    const { providers, providerLists } = sharedDatabase()
    if (!(await providerLists.get(specialty))) {
      const ids = new Set(rows.map(({ _id }) => _id))
      const endKey = rows.at(-1)?.nameKey ?? ''
      await providersOf(specialty)
        .filter(({ _id, nameKey }) => nameKey < endKey && !ids.has(_id))
        .delete()
      await providerLists.put({ name: firstPageName(specialty), count: rows.length, asOfMs })
    }
    await providers.bulkPut(rows)
  })
}

/** Notes that a whole list is stored; providers of the specialty that are not among `ids` go. */
export async function saveWholeList(
  viewerId: string,
  list: { specialty: string; ids: ReadonlySet<string>; asOfMs: number },
): Promise<void> {
  const { specialty, ids, asOfMs } = list
  await writeAs(viewerId, async () => {
    const db = sharedDatabase()
    await providersOf(specialty)
      .filter(({ _id }) => !ids.has(_id))
      .delete()
    await db.providers.where(byShape).below([cardShape]).delete()
    const count = await providersOf(specialty).count()
    await db.providerLists.delete(firstPageName(specialty))
    await db.providerLists.put({ name: specialty, count, asOfMs })
  })
}

/** For a provider whom the viewer may not see any more. */
export async function deleteProvider(viewerId: string, id: string): Promise<void> {
  await writeAs(viewerId, () => sharedDatabase().providers.delete(id))
}

/** When the list of a specialty had last come whole for this viewer. */
export async function listAsOf(viewerId: string, specialty: string): Promise<number | undefined> {
  if (!(await isViewer(viewerId))) return undefined
  return (await sharedDatabase().providerLists.get(specialty))?.asOfMs
}

/** When the viewer's lists, or their first pages, were stored. */
export async function readListTimes(viewerId: string): Promise<ListTimes> {
  const [whole, firstPages] = [new Map<string, number>(), new Map<string, number>()]
  const rows = (await isViewer(viewerId)) ? await sharedDatabase().providerLists.toArray() : []
  for (const { name, asOfMs } of rows) {
    if (name.startsWith(firstPageMark)) firstPages.set(name.slice(firstPageMark.length), asOfMs)
    else whole.set(name, asOfMs)
  }
  return { whole, firstPages }
}

/** Whether the first cards of a specialty can be shown without the server. */
export function hasFirstPage({ whole, firstPages }: ListTimes, specialty: string): boolean {
  return whole.has(specialty) || firstPages.has(specialty)
}

/** No specialty begins so: a build that knows of no first pages does not take one for a whole list. */
const firstPageMark = 'start:'

function firstPageName(specialty: string): string {
  return firstPageMark + specialty
}

const byShape = '[shape+specialization+nameKey]'

/** Those of a specialty that are of this build's shape, as they fit the reader, then by name. */
function providersOf(specialty: string) {
  const from = [cardShape, specialty, '']
  return sharedDatabase().providers.where(byShape).between(from, [cardShape, specialty, '\uffff'])
}

async function isViewer(viewerId: string): Promise<boolean> {
  const viewer = await sharedDatabase().facts.get('directoryViewer')
  return viewer?.key === 'directoryViewer' && viewer.viewerId === viewerId
}

/** Writes as one viewer; what was stored for another goes first. It takes no room from the files that are saved here. */
async function writeAs(viewerId: string, write: () => Promise<unknown>): Promise<void> {
  const db = sharedDatabase()
  await withinQuota(() =>
    db.transaction('rw', db.facts, db.providers, db.providerLists, async () => {
      if (!(await isViewer(viewerId))) {
        await Promise.all([db.providers.clear(), db.providerLists.clear()])
        await db.facts.delete('providerCounts')
        await db.facts.put({ key: 'directoryViewer', viewerId })
      }
      await write()
    }),
  )
}
