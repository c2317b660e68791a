import { useState, type ReactNode } from 'react'
import { useRefresh } from '#src/data/use-refresh.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatBytes } from '#src/lib/hand-over.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { evictCaches } from '#src/offline/storage/quota.ts'
import { sharedDatabase } from '#src/offline/storage/shared-database.ts'
import { persistUserStorage } from '#src/offline/storage/user-storage.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { Banner } from '#src/ui/message/banner.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import { Skeleton } from '#src/ui/state/loading.tsx'
import styles from './settings.module.css'

/** What this device stores, how big it is, and what can be done about it. */
export function StorageSection({ db }: { db: UserDatabase }) {
  const [figures, setFigures] = useState<StorageFigures>()
  const [refused, setRefused] = useState(false)
  // The device alone is asked; it is looked at anew when the person comes back.
  const { refresh, again } = useRefresh(async () => setFigures(await readStorageFigures(db)))

  async function freeUp(before: number) {
    try {
      await evictCaches()
      showToast({ text: freedText(before), tone: 'success' })
    } catch {
      showToast({ text: m.settings_storage_free_failed(), tone: 'danger' })
    }
    again()
  }

  async function persistAll() {
    setRefused(!(await requestPersistence().catch(() => false)))
    again()
  }

  return (
    <Card>
      <CardHeader title={m.settings_storage_title()} subtitle={m.settings_storage_text()} />
      <CardBody>
        {!figures && refresh.status !== 'failed' && <Skeleton />}
        {!figures && refresh.status === 'failed' && (
          <p className={styles.muted}>{m.settings_storage_failed()}</p>
        )}
        {figures && (
          <>
            <StorageFacts figures={figures} />
            <FreeUp figures={figures} onFree={(bytes) => void freeUp(bytes)} />
            <KeepPromise figures={figures} refused={refused} onAsk={() => void persistAll()} />
          </>
        )}
      </CardBody>
    </Card>
  )
}

interface FreeUpProps {
  figures: StorageFigures
  onFree: (bytes: number) => void
}

function FreeUp({ figures: { caches }, onFree }: FreeUpProps) {
  const bytes = caches.images.bytes + caches.library.bytes + caches.documents.bytes
  return (
    <div className={styles.offer}>
      <p className={styles.muted}>{m.settings_storage_free_hint()}</p>
      {bytes > 0 ? (
        <Button look="secondary" icon="trash" onClick={() => onFree(bytes)}>
          {m.settings_storage_free()}
        </Button>
      ) : (
        <p className={styles.muted}>{m.settings_storage_free_none()}</p>
      )}
    </div>
  )
}

interface KeepPromiseProps {
  figures: StorageFigures
  refused: boolean
  onAsk: () => void
}

/** Whether the browser promised to keep it all; nothing where it makes no such promises. */
function KeepPromise({ figures: { persisted }, refused, onAsk }: KeepPromiseProps) {
  if (persisted === undefined) return null
  if (persisted) return <Banner tone="success">{m.settings_storage_persisted()}</Banner>
  return (
    <div className={styles.offer}>
      <p className={styles.muted}>{m.settings_storage_not_persisted()}</p>
      {refused && (
        <Banner tone="warn" announced>
          {m.settings_storage_persist_refused()}
        </Banner>
      )}
      <Button look="secondary" onClick={onAsk}>
        {m.settings_storage_persist()}
      </Button>
    </div>
  )
}

function freedText(bytes: number): string {
  return m.settings_storage_freed({ size: formatBytes(bytes) })
}

/** What is stored, line by line, with its size. */
function StorageFacts({ figures }: { figures: StorageFigures }) {
  const { answerDays, unsent, libraryItems, caches, usedBytes, quotaBytes } = figures
  return (
    <dl className={styles.facts}>
      <Fact term={m.settings_storage_answers()}>
        {m.settings_storage_days({ count: answerDays })}
      </Fact>
      <Fact term={m.settings_storage_unsent()}>{m.settings_storage_items({ count: unsent })}</Fact>
      <Fact term={m.settings_storage_images()}>{filesText(caches.images)}</Fact>
      <Fact term={m.settings_storage_library()}>
        {m.settings_storage_items({ count: libraryItems })}
      </Fact>
      <Fact term={m.settings_storage_pictures()}>{filesText(caches.library)}</Fact>
      <Fact term={m.settings_storage_documents()}>{filesText(caches.documents)}</Fact>
      <Fact term={m.settings_storage_app()}>{filesText(caches.app)}</Fact>
      {usedBytes !== undefined && (
        <Fact term={m.settings_storage_total()}>{totalText(usedBytes, quotaBytes)}</Fact>
      )}
    </dl>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function filesText({ files, bytes }: CacheFigures): string {
  const items = m.settings_storage_items({ count: files })
  return files === 0 ? items : m.settings_storage_entries({ items, size: formatBytes(bytes) })
}

function totalText(usedBytes: number, quotaBytes: number | undefined): string {
  const used = formatBytes(usedBytes)
  if (quotaBytes === undefined) return used
  return m.settings_storage_total_of({ used, quota: formatBytes(quotaBytes) })
}

/** How many files of a kind are stored, and how big they are together. */
interface CacheFigures {
  readonly files: number
  readonly bytes: number
}

/** What this device stores, by what it is. */
interface StorageFigures {
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
async function requestPersistence(): Promise<boolean> {
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
