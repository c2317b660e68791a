import type { ProviderCard } from '#contract/account/model.ts'
import { providersApi } from '#contract/providers/api.ts'
import type { Specialty } from '#contract/reference/specialties.ts'
import { callApi } from '#src/offline/api/api.ts'
import type { Page, PageQuery } from '#src/offline/api/every-page.ts'
import type { ReadPriority } from '#src/offline/api/read-limiter.ts'
import { asCard } from './as-card.ts'
import { noteHeard } from './heard-lists.ts'
import { closeList, keepStart } from './kept-directory.ts'

/** Who looks: what the server shows is theirs alone. */
export interface Viewer {
  readonly viewerId: string
  readonly token: string
  /** False once they have left: what comes for them then is dropped. Here for as long as they look unless told. */
  readonly isHere?: () => boolean
}

/** How a list of providers is asked for: of a specialty for everybody, or on the two pages for parents. */
export type DirectoryList = 'listProviders' | 'listFamilyTherapists' | 'listParentingCoaches'

export interface ListName {
  readonly specialty: Specialty
  readonly list: DirectoryList
}

/** A list's first page as it came; `kept` resolves when this device has it, and rejects when the disk is full. */
export interface ListStart extends Page<ProviderCard> {
  readonly kept: Promise<void>
}

/** As many as are drawn at first: two screens of the widest grid. */
const startRows = 24
/** What was asked for at a press is the list's own first page if that opens within so many milliseconds. */
const sharedMs = 10_000

interface Asked {
  readonly start: Promise<ListStart>
  readonly atMs: number
}

const asked = new Map<string, Asked>()

/**
 * Asks for the first page of a list, once for all who want it at this moment, shows it to whoever looks and keeps it.
 * Rejects as the call does.
 */
export async function askStart(
  viewer: Viewer,
  name: ListName,
  priority: ReadPriority,
): Promise<ListStart> {
  const key = keyOf(viewer, name)
  const earlier = asked.get(key)
  if (earlier && Date.now() - earlier.atMs < sharedMs) return await earlier.start
  const asking = { start: fetchStart(viewer, name, priority), atMs: Date.now() }
  asked.set(key, asking)
  try {
    return await asking.start
  } catch (error) {
    if (asked.get(key) === asking) asked.delete(key)
    throw error
  }
}

/** The same for the list itself: who asks after it asks the server anew. Rejects as the call does. */
export async function takeStart(viewer: Viewer, name: ListName): Promise<ListStart> {
  const start = askStart(viewer, name, 'high')
  asked.delete(keyOf(viewer, name))
  return await start
}

/** One page of a list, as cards. Rejects as the call does. */
export async function fetchPage(
  { token }: Viewer,
  { specialty, list }: ListName,
  query: PageQuery,
  priority?: ReadPriority,
): Promise<Page<ProviderCard>> {
  const options = { token, priority }
  const { providers, next } = await (list === 'listProviders'
    ? callApi(providersApi.listProviders, { query: { ...query, specialty } }, options)
    : callApi(providersApi[list], { query }, options))
  return { rows: providers.map(asCard), next }
}

async function fetchStart(
  viewer: Viewer,
  name: ListName,
  priority: ReadPriority,
): Promise<ListStart> {
  const page = await fetchPage(viewer, name, { limit: String(startRows) }, priority)
  const kept = viewer.isHere?.() === false ? Promise.resolve() : keep(viewer, name, page)
  // Whoever needs it waits for it; to the others a full disk is no matter.
  kept.catch(() => undefined)
  return { ...page, kept }
}

async function keep(
  { viewerId }: Viewer,
  { specialty }: ListName,
  { rows, next }: Page<ProviderCard>,
): Promise<void> {
  const asOfMs = Date.now()
  noteHeard(viewerId, { specialty, cards: rows, whole: next === null, asOfMs })
  await keepStart(viewerId, { specialty, cards: rows, asOfMs })
  const ids = new Set(rows.map(({ _id }) => _id))
  if (next === null) await closeList(viewerId, { specialty, ids, asOfMs })
}

function keyOf({ token }: Viewer, { specialty, list }: ListName): string {
  return JSON.stringify([token, list, specialty])
}
