import * as v from 'valibot'
import { accountApi } from '#contract/account/api.ts'
import { userIdSchema, type ProviderCard } from '#contract/account/model.ts'
import { providersApi } from '#contract/providers/api.ts'
import { specialties, type Specialty } from '#contract/reference/specialties.ts'
import { isApiProblem } from '#src/offline/api/api-error.ts'
import { callApi } from '#src/offline/api/api.ts'
import { everyPage, type Page, type PageQuery } from '#src/offline/api/every-page.ts'
import { asCard } from './as-card.ts'
import { closeList, forgetProvider, keepCounts, keepProviders, listAsOf } from './kept-directory.ts'
import { askStart, fetchPage, takeStart, type ListName, type Viewer } from './list-start.ts'

/** A list younger than this is not fetched again when its page is opened, in milliseconds. */
const freshMs = 60_000
/** A directory of at most so many is fetched whole for offline when its first page is opened: ten requests. */
const wholeMax = 1_000

/** Fetches how many providers there are of each specialty, and keeps it. Rejects as the call does. */
export async function refreshCounts({ viewerId, token }: Viewer): Promise<Record<string, number>> {
  const { counts } = await callApi(providersApi.countProviders, {}, { token })
  await keepCounts(viewerId, { counts, asOfMs: Date.now() })
  return counts
}

export interface ListWish extends ListName {
  /** A list that is fresh stays, unless this is true. */
  readonly always: boolean
}

/**
 * Fetches the providers of a specialty page by page and keeps each page as it comes. Rejects as the call does.
 */
export async function refreshList(viewer: Viewer, { always, ...name }: ListWish): Promise<void> {
  const { viewerId } = viewer
  const { specialty } = name
  if (!always && (await isFresh(viewerId, specialty))) return
  const start = await takeStart(viewer, name)
  await start.kept
  // The list is no longer than its beginning, and kept as a whole.
  if (start.next === null) return
  const cards = await keepPages(viewerId, (query) => fetchPage(viewer, name, query), start)
  await closeList(viewerId, { specialty, ids: idsOf(cards), asOfMs: Date.now() })
}

/**
 * Asks for the first page of a list that is about to be opened, and of which this device has nothing; the list itself
 * goes on from there. Rejects as the call does.
 */
export async function beginList(viewer: Viewer, name: ListName): Promise<void> {
  await askStart(viewer, name, 'high')
}

/** Fetches the first cards of a specialty for later. Rejects as the call does, and when the disk is full. */
export async function warmStart(viewer: Viewer, specialty: Specialty): Promise<void> {
  const { kept } = await askStart(viewer, { specialty, list: 'listProviders' }, 'low')
  await kept
}

/** Whether the whole directory comes behind its first page. */
export function isSmall(counts: Record<string, number>): boolean {
  return Object.values(counts).reduce((sum, count) => sum + count, 0) <= wholeMax
}

/** Fetches the whole directory for offline, where it is small enough for that. Rejects as the calls do. */
export async function refreshWhole(viewer: Viewer, counts: Record<string, number>): Promise<void> {
  if (!isSmall(counts)) return
  const { viewerId, token } = viewer
  const stale = await Promise.all(specialties.map((one) => isFresh(viewerId, one)))
  if (stale.every(Boolean)) return
  const cards = await keepPages(viewerId, async (query) => {
    const { providers, next } = await callApi(providersApi.listProviders, { query }, { token })
    return { rows: providers.map(asCard), next }
  })
  const ids = idsOf(cards)
  const asOfMs = Date.now()
  for (const specialty of specialties) await closeList(viewerId, { specialty, ids, asOfMs })
}

/**
 * Fetches one provider and keeps them; 'missing' for whoever may not be seen, or is no provider. Rejects as the call
 * does.
 */
export async function refreshProvider(
  { viewerId, token }: Viewer,
  id: string,
): Promise<'found' | 'missing'> {
  if (!v.is(userIdSchema, id)) return 'missing'
  try {
    const user = await callApi(accountApi.getUser, { params: { id } }, { token })
    if (user.userT !== 'ServiceProvider' || user.view === 'client') return 'missing'
    await keepProviders(viewerId, [asCard(user)])
    return 'found'
  } catch (error) {
    if (!isApiProblem(error) || error.problem.code !== 'not_found') throw error
    await forgetProvider(viewerId, id)
    return 'missing'
  }
}

/** So many are kept in one step after the first page, which is shown at once: each step has the screen read anew. */
const keptTogether = 1_000

/** Keeps every page behind `first`, which is kept already; resolves to all cards. */
async function keepPages(
  viewerId: string,
  nextPage: (query: PageQuery) => Promise<Page<ProviderCard>>,
  first?: Page<ProviderCard>,
): Promise<ProviderCard[]> {
  let waiting: ProviderCard[] = []
  async function keepWaiting() {
    await keepProviders(viewerId, waiting)
    waiting = []
  }

  const cards = await everyPage(nextPage, {
    ...(first && { first }),
    onPage: async (rows) => {
      if (rows === first?.rows) return
      waiting.push(...rows)
      if (waiting.length >= keptTogether) await keepWaiting()
    },
  })
  await keepWaiting()
  return cards
}

async function isFresh(viewerId: string, specialty: string): Promise<boolean> {
  return isYoung(await listAsOf(viewerId, specialty))
}

function isYoung(asOfMs: number | undefined): boolean {
  return asOfMs !== undefined && Math.abs(Date.now() - asOfMs) < freshMs
}

function idsOf(cards: readonly ProviderCard[]): Set<string> {
  return new Set(cards.map(({ _id }) => _id))
}
