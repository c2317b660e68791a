import type { ReactNode } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { ResourceMissing } from '#src/data/resource-view.tsx'
import type { Pages } from '#src/data/use-pages.ts'
import { Button } from '#src/ui/button/button.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import styles from './admin-list.module.css'

export interface AdminListProps<Row> {
  pages: Pages<Row>
  idOf: (row: Row) => string
  texts: { none: string; noneText: string; failed: string; offline: string }
  renderRow: (row: Row) => ReactNode
}

/** A list of the admin pages, which no device stores: its contents are other people's. */
export function AdminList<Row>({ pages, idOf, texts, renderRow }: AdminListProps<Row>) {
  const { rows, refresh, again, more, loadingMore } = pages
  if (!rows) {
    const { failed, offline } = texts
    const skeleton = { shape: 'card', count: 2 } as const
    return <ResourceMissing of={{ refresh, retry: again }} {...{ failed, offline, skeleton }} />
  }
  if (rows.length === 0) return <EmptyState emoji="🗂️" title={texts.none} text={texts.noneText} />
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
