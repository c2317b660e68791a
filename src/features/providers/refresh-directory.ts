import * as v from 'valibot'
import { accountApi } from '#contract/account/api.ts'
import { userIdSchema, type ProviderCard } from '#contract/account/model.ts'
import type { ReplyOutput } from '#contract/endpoint.ts'
import { providersApi } from '#contract/providers/api.ts'
import { specialties, type Specialty } from '#contract/reference/specialties.ts'
import { isApiProblem } from '#src/offline/api-error.ts'
import { callApi } from '#src/offline/api.ts'
import { everyPage, type PageQuery } from '#src/offline/every-page.ts'
import { asCard } from './as-card.ts'
import { closeList, forgetProvider, keepCounts, keepProviders, listAsOf } from './kept-directory.ts'

/** Who looks: what the server shows is theirs alone. */
export interface Viewer {
  readonly userId: string
  readonly token: string
}

/** A list younger than this is not fetched again when its page is opened, in milliseconds. */
const freshMs = 60_000
/** A directory of at most so many is fetched whole for offline when its first page is opened: ten requests. */
const wholeMax = 1_000

/** Fetches how many providers there are of each specialty, and keeps it. Rejects as the call does. */
export async function refreshCounts({ userId, token }: Viewer): Promise<Record<string, number>> {
  const { counts } = await callApi(providersApi.countProviders, {}, { token })
  await keepCounts(userId, { counts, asOfMs: Date.now() })
  return counts
}

/** How a list of providers is asked for: of a specialty for everybody, or on the two pages for parents. */
export type DirectoryList = 'listProviders' | 'listFamilyTherapists' | 'listParentingCoaches'

export interface ListWish {
  readonly specialty: Specialty
  readonly list: DirectoryList
  /** A list that is fresh stays, unless this is true. */
  readonly always: boolean
}

/**
 * Fetches the providers of a specialty page by page and keeps each page as it comes. Rejects as the call does.
 */
export async function refreshList(
  { userId, token }: Viewer,
  { specialty, list, always }: ListWish,
): Promise<void> {
  if (!always && (await isFresh(userId, specialty))) return
  const cards = await fetchPages(userId, (page) =>
    list === 'listProviders'
      ? callApi(providersApi.listProviders, { query: { ...page, specialty } }, { token })
      : callApi(providersApi[list], { query: page }, { token }),
  )
  await closeList(userId, { specialty, ids: idsOf(cards), asOfMs: Date.now() })
}

/** Fetches the whole directory for offline, where it is small enough for that. Rejects as the calls do. */
export async function refreshWhole(viewer: Viewer, counts: Record<string, number>): Promise<void> {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  if (total > wholeMax) return
  const { userId, token } = viewer
  const stale = await Promise.all(specialties.map((one) => isFresh(userId, one)))
  if (stale.every(Boolean)) return
  const cards = await fetchPages(userId, (query) =>
    callApi(providersApi.listProviders, { query }, { token }),
  )
  const ids = idsOf(cards)
  const asOfMs = Date.now()
  for (const specialty of specialties) await closeList(userId, { specialty, ids, asOfMs })
}

/**
 * Fetches one provider and keeps them; 'missing' for whoever may not be seen, or is no provider. Rejects as the call
 * does.
 */
export async function refreshProvider(
  { userId, token }: Viewer,
  id: string,
): Promise<'found' | 'missing'> {
  if (!v.is(userIdSchema, id)) return 'missing'
  try {
    const user = await callApi(accountApi.getUser, { params: { id } }, { token })
    if (user.userT !== 'ServiceProvider' || user.view === 'client') return 'missing'
    await keepProviders(userId, [asCard(user)])
    return 'found'
  } catch (error) {
    if (!isApiProblem(error) || error.problem.code !== 'not_found') throw error
    await forgetProvider(userId, id)
    return 'missing'
  }
}

type ListReply = ReplyOutput<typeof providersApi.listProviders>

/** So many are kept in one step after the first page, which is shown at once: each step has the screen read anew. */
const keptTogether = 1_000
/** As many as are drawn at first: two screens of the widest grid. */
const firstRows = 24

async function fetchPages(
  userId: string,
  fetchPage: (query: PageQuery) => Promise<ListReply>,
): Promise<ProviderCard[]> {
  let waiting: ProviderCard[] = []
  let first = true
  async function keepWaiting() {
    await keepProviders(userId, waiting)
    waiting = []
  }

  const cards = await everyPage(
    async (query) => {
      const { providers, next } = await fetchPage(query)
      return { rows: providers.map(asCard), next }
    },
    {
      firstRows,
      onPage: async (rows) => {
        waiting.push(...rows)
        if (first || waiting.length >= keptTogether) await keepWaiting()
        first = false
      },
    },
  )
  await keepWaiting()
  return cards
}

async function isFresh(userId: string, specialty: string): Promise<boolean> {
  const asOfMs = await listAsOf(userId, specialty)
  return asOfMs !== undefined && Math.abs(Date.now() - asOfMs) < freshMs
}

function idsOf(cards: readonly ProviderCard[]): Set<string> {
  return new Set(cards.map(({ _id }) => _id))
}
