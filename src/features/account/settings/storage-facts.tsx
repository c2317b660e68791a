import type { ReactNode } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { bytesWords } from '#src/lib/bytes-words.ts'
import styles from './settings.module.css'
import type { CacheFigures, StorageFigures } from './storage-figures.ts'

/** What is kept, line by line, with its size. */
export function StorageFacts({ figures }: { figures: StorageFigures }) {
  const { answerDays, unsent, libraryItems, caches, usedBytes, quotaBytes } = figures
  return (
    <dl className={styles.facts}>
      <Fact term={m.settings_storage_answers()}>
        {m.settings_storage_days({ count: answerDays })}
      </Fact>
      <Fact term={m.settings_storage_unsent()}>{m.settings_storage_items({ count: unsent })}</Fact>
      <Fact term={m.settings_storage_images()}>{filesWords(caches.images)}</Fact>
      <Fact term={m.settings_storage_library()}>
        {m.settings_storage_items({ count: libraryItems })}
      </Fact>
      <Fact term={m.settings_storage_pictures()}>{filesWords(caches.library)}</Fact>
      <Fact term={m.settings_storage_documents()}>{filesWords(caches.documents)}</Fact>
      <Fact term={m.settings_storage_app()}>{filesWords(caches.app)}</Fact>
      {usedBytes !== undefined && (
        <Fact term={m.settings_storage_total()}>{totalWords(usedBytes, quotaBytes)}</Fact>
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

function filesWords({ files, bytes }: CacheFigures): string {
  const items = m.settings_storage_items({ count: files })
  return files === 0 ? items : m.settings_storage_entries({ items, size: bytesWords(bytes) })
}

function totalWords(usedBytes: number, quotaBytes: number | undefined): string {
  const used = bytesWords(usedBytes)
  if (quotaBytes === undefined) return used
  return m.settings_storage_total_of({ used, quota: bytesWords(quotaBytes) })
}
