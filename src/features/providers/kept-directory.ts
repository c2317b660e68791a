import { cardViewSchema, type ProviderCard } from '#contract/account/model.ts'
import { fittingRows } from '#src/offline/fitting-rows.ts'
import { sharedDatabase } from '#src/offline/shared-database.ts'
import { withRoom } from '#src/offline/storage-room.ts'

/** A list of care providers as this device last saw it. */
export interface KeptDirectory {
  readonly cards: readonly ProviderCard[]
  /** When the whole list had come, in epoch milliseconds; undefined while only a part of it has. */
  readonly asOfMs: number | undefined
}

/** How many providers there are of each specialty, as this device last saw it. */
export interface KeptCounts {
  readonly counts: Readonly<Record<string, number>>
  readonly asOfMs: number
}

/**
 * The providers of a specialty as the viewer last saw them on this device; undefined before the first time. For a
 * live query.
 */
export async function readDirectory(
  viewerId: string,
  specialty: string,
): Promise<KeptDirectory | undefined> {
  const db = sharedDatabase()
  return await db.transaction('r', db.facts, db.providers, db.providerLists, async () => {
    if (!(await isOf(viewerId))) return undefined
    const [cards, list] = await Promise.all([
      db.providers.where({ specialization: specialty }).toArray(),
      db.providerLists.get(specialty),
    ])
    if (!list && cards.length === 0) return undefined
    return { cards: fittingRows(cardViewSchema, cards), asOfMs: list?.asOfMs }
  })
}

/** One provider as the viewer last saw them on this device. For a live query. */
export async function readProvider(
  viewerId: string,
  id: string,
): Promise<ProviderCard | undefined> {
  if (!(await isOf(viewerId))) return undefined
  return fittingRows(cardViewSchema, [await sharedDatabase().providers.get(id)])[0]
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
    await sharedDatabase().providers.bulkPut(cards)
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
    await db.providers
      .where({ specialization: specialty })
      .filter(({ _id }) => !ids.has(_id))
      .delete()
    await db.providerLists.put({ name: specialty, asOfMs })
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

async function isOf(viewerId: string): Promise<boolean> {
  const viewer = await sharedDatabase().facts.get('directoryViewer')
  return viewer?.key === 'directoryViewer' && viewer.userId === viewerId
}

/** Writes as one viewer; what was kept for another goes first. */
async function keeping(viewerId: string, write: () => Promise<unknown>): Promise<void> {
  const db = sharedDatabase()
  await withRoom(() =>
    db.transaction('rw', db.facts, db.providers, db.providerLists, async () => {
      if (!(await isOf(viewerId))) {
        await Promise.all([db.providers.clear(), db.providerLists.clear()])
        await db.facts.delete('providerCounts')
        await db.facts.put({ key: 'directoryViewer', userId: viewerId })
      }
      await write()
    }),
  )
}
