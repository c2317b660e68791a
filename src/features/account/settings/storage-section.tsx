import { useState, type ReactNode } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatBytes } from '#src/lib/format-bytes.ts'
import { useRefresh } from '#src/data/use-refresh.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { evictCaches } from '#src/offline/storage/quota.ts'
import { Banner } from '#src/ui/message/banner.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import { showToast } from '#src/ui/message/toast-store.ts'
import styles from './settings.module.css'
import {
  readStorageFigures,
  requestPersistence,
  type CacheFigures,
  type StorageFigures,
} from './storage-figures.ts'

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
