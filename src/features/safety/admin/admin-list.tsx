import type { ReactNode } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { useOnline } from '#src/lib/online.ts'
import type { Pages } from '#src/data/use-pages.ts'
import { failureText } from '#src/offline/api/api-error.ts'
import { Button } from '#src/ui/button/button.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { ErrorState } from '#src/ui/state/error-state.tsx'
import { OfflineState } from '#src/ui/state/offline-state.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import styles from './admin-list.module.css'

export interface AdminListProps<Row> {
  pages: Pages<Row>
  idOf: (row: Row) => string
  words: { none: string; noneText: string; failed: string; offline: string }
  renderRow: (row: Row) => ReactNode
}

/** A list of the admin pages, which is never kept on a device: what is in it is other people's. */
export function AdminList<Row>({ pages, idOf, words, renderRow }: AdminListProps<Row>) {
  const online = useOnline()
  const { rows, refresh, again, more, loadingMore } = pages
  if (!rows) {
    if (refresh.status !== 'failed') return <Skeleton shape="card" count={2} />
    if (!online) return <OfflineState text={words.offline} />
    return <ErrorState title={failureText(refresh.error, words.failed)} onRetry={again} />
  }
  if (rows.length === 0) return <EmptyState emoji="🗂️" title={words.none} text={words.noneText} />
  return (
    <>
      <ul className={styles.list}>
        {rows.map((row) => (
          <li key={idOf(row)}>{renderRow(row)}</li>
        ))}
      </ul>
      {more && (
        <Button look="secondary" wide busy={loadingMore} onClick={more}>
          {m.reports_admin_more()}
        </Button>
      )}
    </>
  )
}
