import type { ProviderCard } from '#contract/account/model.ts'
import { sharedDatabase, type StoredProvider } from '#src/offline/storage/shared-database.ts'
import { withQuotaRetry } from '#src/offline/storage/quota.ts'
import { cardShape, storedProvider } from './stored-provider.ts'

/** A list of care providers as this device last saw it, by name. */
export interface KeptDirectory {
  readonly providers: readonly StoredProvider[]
  /** How many more this device knows, where only the beginning was asked for. */
  readonly rest: number
  /** When the whole list had come, in epoch milliseconds; undefined while only a part of it has. */
  readonly asOfMs: number | undefined
  /** When the beginning of a part had come, in epoch milliseconds; undefined of a whole list too. */
  readonly startAsOfMs: number | undefined
}

/** When this device was last told what lists it has, by specialty, in epoch milliseconds. */
export interface KeptTimes {
  readonly whole: ReadonlyMap<string, number>
  /** Lists of which only the beginning has come. */
  readonly starts: ReadonlyMap<string, number>
}

/** How many providers there are of each specialty, as this device last saw it. */
export interface KeptCounts {
  readonly counts: Readonly<Record<string, number>>
  readonly asOfMs: number
}

/**
 * The providers of a specialty as the viewer last saw them on this device, all or the first `atMost`; undefined
 * before the first time. For a live query.
 */
export async function readDirectory(
  viewerId: string,
  specialty: string,
  atMost = Number.POSITIVE_INFINITY,
): Promise<KeptDirectory | undefined> {
  const db = sharedDatabase()
  return await db.transaction('r', db.facts, db.providers, db.providerLists, async () => {
    if (!(await isOf(viewerId))) return undefined
    const rows = providersOf(specialty)
    const [providers, list, start] = await Promise.all([
      (Number.isFinite(atMost) ? rows.limit(atMost) : rows).toArray(),
      db.providerLists.get(specialty),
      db.providerLists.get(startOf(specialty)),
    ])
    if (!list && providers.length === 0) return undefined
    const known = Number.isFinite(atMost) ? (list?.count ?? 0) : providers.length
    return {
      providers,
      rest: Math.max(0, known - providers.length),
      asOfMs: list?.asOfMs,
      startAsOfMs: list ? undefined : start?.asOfMs,
    }
  })
}

/** One provider as the viewer last saw them on this device. For a live query. */
export async function readProvider(
  viewerId: string,
  id: string,
): Promise<ProviderCard | undefined> {
  if (!(await isOf(viewerId))) return undefined
  const stored = await sharedDatabase().providers.get(id)
  return stored?.shape === cardShape ? stored : undefined
}

/** For a live query. */
export async function readCounts(viewerId: string): Promise<KeptCounts | undefined> {
  if (!(await isOf(viewerId))) return undefined
  const row = await sharedDatabase().facts.get('providerCounts')
  return row?.key === 'providerCounts' ? row : undefined
}

/** Keeps the counts. Rejects when the disk is full. */
export async function keepCounts(viewerId: string, kept: KeptCounts): Promise<void> {
  await keeping(viewerId, async () => {
    await sharedDatabase().facts.put({ key: 'providerCounts', ...kept })
  })
}

/** Keeps some providers beside those that are kept already. Rejects when the disk is full. */
export async function keepProviders(
  viewerId: string,
  cards: readonly ProviderCard[],
): Promise<void> {
  await keeping(viewerId, async () => {
    await sharedDatabase().providers.bulkPut(cards.map(storedProvider))
  })
}

/**
 * The first page of a list has come. Where the list is not here as a whole, those who stand no longer at its beginning
 * go. Rejects when the disk is full.
 */
export async function keepStart(
  viewerId: string,
  start: { specialty: string; cards: readonly ProviderCard[]; asOfMs: number },
): Promise<void> {
  const { specialty, asOfMs } = start
  const rows = start.cards.map(storedProvider)
  await keeping(viewerId, async () => {
    const { providers, providerLists } = sharedDatabase()
    if (!(await providerLists.get(specialty))) {
      const ids = new Set(rows.map(({ _id }) => _id))
      const endKey = rows.at(-1)?.nameKey ?? ''
      await providersOf(specialty)
        .filter(({ _id, nameKey }) => nameKey < endKey && !ids.has(_id))
        .delete()
      await providerLists.put({ name: startOf(specialty), count: rows.length, asOfMs })
    }
    await providers.bulkPut(rows)
  })
}

/** A whole list has come: those of the specialty that are not among `ids` are no longer there. */
export async function closeList(
  viewerId: string,
  list: { specialty: string; ids: ReadonlySet<string>; asOfMs: number },
): Promise<void> {
  const { specialty, ids, asOfMs } = list
  await keeping(viewerId, async () => {
    const db = sharedDatabase()
    await providersOf(specialty)
      .filter(({ _id }) => !ids.has(_id))
      .delete()
    await db.providers.where(byShape).below([cardShape]).delete()
    const count = await providersOf(specialty).count()
    await db.providerLists.delete(startOf(specialty))
    await db.providerLists.put({ name: specialty, count, asOfMs })
  })
}

/** The viewer may not see this one any more. */
export async function forgetProvider(viewerId: string, id: string): Promise<void> {
  await keeping(viewerId, () => sharedDatabase().providers.delete(id))
}

/** When the list of a specialty had last come whole for this viewer. */
export async function listAsOf(viewerId: string, specialty: string): Promise<number | undefined> {
  if (!(await isOf(viewerId))) return undefined
  return (await sharedDatabase().providerLists.get(specialty))?.asOfMs
}

/** When the viewer's lists, or their beginnings, had last come to this device. */
export async function readTimes(viewerId: string): Promise<KeptTimes> {
  const [whole, starts] = [new Map<string, number>(), new Map<string, number>()]
  const rows = (await isOf(viewerId)) ? await sharedDatabase().providerLists.toArray() : []
  for (const { name, asOfMs } of rows) {
    if (name.startsWith(startMark)) starts.set(name.slice(startMark.length), asOfMs)
    else whole.set(name, asOfMs)
  }
  return { whole, starts }
}

/** Whether the first cards of a specialty can be shown without the server. */
export function hasBeginning({ whole, starts }: KeptTimes, specialty: string): boolean {
  return whole.has(specialty) || starts.has(specialty)
}

/** No specialty begins so: a build that knows of no beginnings does not take one for a whole list. */
const startMark = 'start:'

function startOf(specialty: string): string {
  return startMark + specialty
}

const byShape = '[shape+specialization+nameKey]'

/** Those of a specialty that are of this build's shape, by name. */
function providersOf(specialty: string) {
  const from = [cardShape, specialty, '']
  return sharedDatabase().providers.where(byShape).between(from, [cardShape, specialty, '\uffff'])
}

async function isOf(viewerId: string): Promise<boolean> {
  const viewer = await sharedDatabase().facts.get('directoryViewer')
  return viewer?.key === 'directoryViewer' && viewer.viewerId === viewerId
}

/** Writes as one viewer; what was kept for another goes first. */
async function keeping(viewerId: string, write: () => Promise<unknown>): Promise<void> {
  const db = sharedDatabase()
  await withQuotaRetry(() =>
    db.transaction('rw', db.facts, db.providers, db.providerLists, async () => {
      if (!(await isOf(viewerId))) {
        await Promise.all([db.providers.clear(), db.providerLists.clear()])
        await db.facts.delete('providerCounts')
        await db.facts.put({ key: 'directoryViewer', viewerId })
      }
      await write()
    }),
  )
}
