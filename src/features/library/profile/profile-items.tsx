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
import styles from './profile-items.module.css'

export interface ProfileItemsProps<Item> {
  pages: Pages<Item>
  /** What this device has stored of the author, for where the server cannot be asked. */
  stored: readonly Item[]
  empty: { emoji: string; title: string }
  /** The product's words where they could not be fetched, and what exactly failed. */
  failed: { title: string; text: string }
  renderItem: (item: Item) => ReactNode
}

/** The articles or the videos of one author. */
export function ProfileItems<Item extends { readonly _id: string }>(
  props: ProfileItemsProps<Item>,
) {
  const { pages, stored, empty, failed, renderItem } = props
  const online = useOnline()
  const rows =
    pages.rows ?? (pages.refresh.status === 'failed' && stored.length > 0 ? stored : undefined)
  if (!rows) {
    if (pages.refresh.status !== 'failed') return <Skeleton shape="card" />
    if (!online) return <OfflineState compact text={m.library_failed_generic()} />
    const text = failureText(pages.refresh.error, failed.text)
    return <ErrorState compact title={failed.title} text={text} onRetry={pages.again} />
  }
  return (
    <>
      {rows.length === 0 && <EmptyState compact {...empty} />}
      <ul className={styles.list}>
        {rows.map((item) => (
          <li key={item._id}>{renderItem(item)}</li>
        ))}
      </ul>
      {pages.more && (
        <Button look="secondary" wide busy={pages.loadingMore} onClick={pages.more}>
          {m.library_more()}
        </Button>
      )}
    </>
  )
}
