import type { UserDatabase } from '#src/offline/storage/database.ts'
import { sharedDatabase } from '#src/offline/storage/shared-database.ts'
import { persistUserStorage } from '#src/offline/storage/user-storage.ts'

/** How many files of a kind are stored, and how big they are together. */
export interface CacheFigures {
  readonly files: number
  readonly bytes: number
}

/** What this device stores, by what it is. */
export interface StorageFigures {
  readonly answerDays: number
  readonly unsent: number
  /** Articles and videos of the library that can be read here without a network. */
  readonly libraryItems: number
  readonly caches: Readonly<Record<CacheKind, CacheFigures>>
  /** Everything of this site, as the browser counts it; undefined where it does not say. */
  readonly usedBytes: number | undefined
  readonly quotaBytes: number | undefined
  /** Whether the browser promised to keep it; undefined where there is no such promise. */
  readonly persisted: boolean | undefined
}

export async function readStorageFigures(db: UserDatabase): Promise<StorageFigures> {
  const [days, unsent, libraryItems, caches, estimate, persisted] = await Promise.all([
    answerDays(db),
    db.outbox.count(),
    countLibrary(),
    measureCaches(),
    storageManager()?.estimate?.(),
    storageManager()?.persisted?.(),
  ])
  const usedBytes = estimate?.usage
  return {
    answerDays: days,
    unsent,
    libraryItems,
    caches,
    usedBytes,
    quotaBytes: estimate?.quota,
    persisted,
  }
}

/** Asks the browser never to clear this site's data by itself; whether it promised. */
export async function requestPersistence(): Promise<boolean> {
  const promised = (await storageManager()?.persist?.()) ?? false
  if (promised) await persistUserStorage()
  return promised
}

/** Missing in old browsers and on plain http. */
function storageManager(): Partial<StorageManager> | undefined {
  return navigator.storage
}

async function answerDays(db: UserDatabase): Promise<number> {
  const keys = await db.trackerEntries.toCollection().primaryKeys()
  return new Set(keys.map(([, day]) => day)).size
}

async function countLibrary(): Promise<number> {
  const { articles, videos } = sharedDatabase()
  return (await articles.count()) + (await videos.count())
}

async function measureCaches(): Promise<Record<CacheKind, CacheFigures>> {
  const sums = { app: nothing, images: nothing, library: nothing, documents: nothing }
  for (const name of (await globalThis.caches?.keys()) ?? []) {
    const kind = cacheKind(name)
    if (kind) sums[kind] = plus(sums[kind], await measureCache(name))
  }
  return sums
}

const nothing: CacheFigures = { files: 0, bytes: 0 }

function plus(a: CacheFigures, b: CacheFigures): CacheFigures {
  return { files: a.files + b.files, bytes: a.bytes + b.bytes }
}

async function measureCache(name: string): Promise<CacheFigures> {
  const cache = await caches.open(name)
  const responses = await cache.matchAll()
  const blobs = await Promise.all(responses.map((response) => response.blob()))
  return { files: blobs.length, bytes: blobs.reduce((sum, blob) => sum + blob.size, 0) }
}

/** What a cache is there for, as a person sees it. */
export type CacheKind = 'app' | 'images' | 'library' | 'documents'

/** The kind of a cache by its name; undefined for one that holds nothing a person would know. */
export function cacheKind(name: string): CacheKind | undefined {
  if (name.includes('-precache-') || name === 'previous-build') return 'app'
  if (name === 'images' || name === 'private-images') return 'images'
  if (name === 'private-library-images') return 'library'
  if (name === 'documents' || name === 'private-documents') return 'documents'
  return undefined
}
