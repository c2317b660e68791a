import * as v from 'valibot'
import type { BodyOutput } from '#contract/endpoint.ts'
import type { Article } from '#contract/library/model.ts'
import {
  packsApi,
  receivedPackSchema,
  type ReceivedPack,
  type SentPack,
} from '#contract/library/packs.ts'
import { defineRemote, defineResource, isNotFound } from '#src/data/resource.ts'
import { mayFetchUnasked } from '#src/lib/online.ts'
import { callApi } from '#src/offline/api/api.ts'
import { placeInPack, type PacksOnDevice } from '#src/offline/features/library.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { StorageFullError } from '#src/offline/storage/quota.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { orGone } from '../data/library-calls.ts'
import { refreshArticle } from '../data/library-resource.ts'
import { readArticle } from '../data/library-store.ts'
import { isSaved, noteOpened, readShelfRow, saveOffline } from '../data/shelf.ts'

/** An article of a pack as this device can show it. */
export interface PackArticle {
  readonly _id: string
  /** Null where it cannot be read any more and this device does not have it. */
  readonly title: string | null
  /** Saved here, with its file. */
  readonly saved: boolean
}

export interface ShownPack extends Omit<ReceivedPack, 'articles'> {
  readonly articles: readonly PackArticle[]
}

export interface ShownPacks {
  readonly packs: readonly ShownPack[]
  /** Epoch milliseconds of the last look at the server. */
  readonly asOfMs: number
}

/** The packs that the person was sent, newest first. What arrives is saved on this device. */
export const packsResource = defineResource({
  key: 'library.packs',
  read: readPacks,
  refresh: async (db, token) => {
    await refreshPacks(db, token)
    // A favour for later, without a network: it must not hold up the page.
    saveArrived(db, token).catch(() => undefined)
  },
})

/** The packs that a care provider has sent. Whether they arrived changes by itself, so no device stores them. */
export const sentPacksRemote = defineRemote<readonly SentPack[]>({
  fetch: async (token) => (await callApi(packsApi.listSentPacks, {}, { token })).packs,
})

/** Sends a pack; the same `opId` again sends nothing twice. Rejects as the call does. */
export async function sendPack(
  token: string,
  body: BodyOutput<typeof packsApi.sendPack>,
  opId: string,
): Promise<void> {
  await callApi(packsApi.sendPack, { body }, { token, opId })
}

export async function takePackBack(token: string, id: string): Promise<void> {
  await orGone(callApi(packsApi.takePackBack, { params: { id } }, { token }))
}

/** Of which packs this device has a notice, before the notices were read again and after it. */
export interface NoticedPacks {
  readonly before: ReadonlySet<string>
  readonly after: ReadonlySet<string>
}

/**
 * Reads the packs again where a notice tells of one that this device does not have, or one that it has is told of no
 * more, and saves what is not saved yet. Rejects as the calls do.
 */
export async function followPackNotices(
  db: UserDatabase,
  token: string,
  { before, after }: NoticedPacks,
): Promise<void> {
  const known = new Set((await storedPacks(db))?.packs.map(({ _id }) => _id))
  const arrived = [...after].some((id) => !known.has(id))
  const left = [...before].some((id) => !after.has(id) && known.has(id))
  if (arrived || left) await refreshPacks(db, token)
  await saveArrived(db, token)
}

/**
 * Fetches and stores the packs, not their articles. An answer that may be older than what was stored meanwhile is asked for
 * again.
 */
async function refreshPacks(db: UserDatabase, token: string): Promise<void> {
  const known = (await storedPacks(db))?.asOfMs
  const { packs } = await callApi(packsApi.listPacks, {}, { token })
  const overtaken = await userTransaction(db, [], async () => {
    const places = new Set(placesOf(packs))
    const before = await storedPacks(db)
    if (before?.asOfMs !== known) return true
    const handled = before?.handled.filter((place) => places.has(place)) ?? []
    await db.meta.put({ key: 'packs', packs, handled, asOfMs: Date.now() })
    return false
  })
  if (overtaken) await refreshPacks(db, token)
}

/**
 * Saves the articles of packs on this device with their files, once each, in one tab, unless the person saves data. One
 * whose file finds no room, or is gone, is here as its text. One that fails holds up no other, and comes at the next
 * chance; rejects as the first of them did.
 */
async function saveArrived(db: UserDatabase, token: string): Promise<void> {
  const lock = { ifAvailable: true }
  await navigator.locks.request(`packs:${db.userId}`, lock, async (held) => {
    if (!held) return
    const tried = new Set<string>()
    const failures: unknown[] = []
    // Read anew for each: a pack that comes meanwhile finds the lock taken, and is saved here.
    for (;;) {
      const next = await unhandledArticle(db, tried)
      if (!next || !mayFetchUnasked()) break
      tried.add(next.place)
      try {
        await saveOne(db, token, next.id)
        await noteHandled(db, next.place)
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw failures[0]
  })
}

async function unhandledArticle(
  db: UserDatabase,
  tried: ReadonlySet<string>,
): Promise<{ readonly id: string; readonly place: string } | undefined> {
  const stored = await storedPacks(db)
  const handled = new Set(stored?.handled)
  const places = stored?.packs.flatMap(({ _id, articles }) =>
    articles
      .filter(({ title }) => title !== null)
      .map((article) => ({ id: article._id, place: placeInPack(_id, article._id) })),
  )
  for (const one of places ?? []) {
    if (tried.has(one.place)) continue
    if (!handled.has(one.place) || (await isTextLost(db, one.id))) return one
  }
  return undefined
}

/** Whether an article is on the shelf as saved, and its text is not on this device. */
async function isTextLost(db: UserDatabase, id: string): Promise<boolean> {
  const row = await readShelfRow(db, id)
  return row?.saved === true && (await readArticle(db.viewerId, id)) === undefined
}

/** Nobody asked for it: where there is no room it stays away, and takes none from what the person saved. */
async function saveOne(db: UserDatabase, token: string, id: string): Promise<void> {
  try {
    if ((await refreshArticle(db, token, id)) === 'missing') return
    const article = await readArticle(db.viewerId, id)
    if (article) await saveWithinRoom(db, article)
  } catch (error) {
    if (!(error instanceof StorageFullError)) throw error
  }
}

async function saveWithinRoom(db: UserDatabase, article: Article): Promise<void> {
  try {
    await saveOffline(db, article, Date.now())
  } catch (error) {
    if (!(error instanceof StorageFullError) && !isNotFound(error)) throw error
    await noteOpened(db, article._id, Date.now())
  }
}

async function noteHandled(db: UserDatabase, place: string): Promise<void> {
  await userTransaction(db, [], async () => {
    const stored = await storedPacks(db)
    if (!stored || !placesOf(stored.packs).includes(place)) return
    if (stored.handled.includes(place)) return
    await db.meta.put({ key: 'packs', ...stored, handled: [...stored.handled, place] })
  })
}

async function readPacks(db: UserDatabase): Promise<ShownPacks | undefined> {
  const stored = await storedPacks(db)
  if (!stored) return undefined
  const packs = await Promise.all(
    stored.packs.map(async (pack) => ({
      ...pack,
      articles: await Promise.all(pack.articles.map((article) => shownArticle(db, article))),
    })),
  )
  return { packs, asOfMs: stored.asOfMs }
}

/** What was changed or deleted since is as the shelf has it. */
async function shownArticle(
  db: UserDatabase,
  { _id, title }: ReceivedPack['articles'][number],
): Promise<PackArticle> {
  const [article, row] = await Promise.all([readArticle(db.viewerId, _id), readShelfRow(db, _id)])
  const here = row ? article : undefined
  return { _id, title: here?.title ?? title, saved: await isSaved(article, row) }
}

async function storedPacks(db: UserDatabase): Promise<PacksOnDevice | undefined> {
  const row = await db.meta.get('packs')
  if (row?.key !== 'packs') return undefined
  const read = v.safeParse(v.array(receivedPackSchema), row.packs)
  const { handled, asOfMs } = row
  return read.success ? { packs: read.output, handled, asOfMs } : undefined
}

function placesOf(packs: readonly ReceivedPack[]): string[] {
  return packs.flatMap(({ _id, articles }) =>
    articles.map((article) => placeInPack(_id, article._id)),
  )
}
