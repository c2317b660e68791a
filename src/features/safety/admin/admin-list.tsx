import type { ReactNode } from 'react'
import type { MinorConcerned } from '#contract/providers/model.ts'
import { ResourceMissing } from '#src/data/resource-view.tsx'
import { MorePages, type Pages, usePages } from '#src/data/use-pages.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { joinFacts } from '#src/i18n/speech.ts'
import { failureText } from '#src/offline/api/api-error.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Banner } from '#src/ui/message/banner.tsx'
import { Skeleton } from '#src/ui/state/loading.tsx'
import { EmptyState, ErrorState } from '#src/ui/state/state-message.tsx'
import { fetchMinorsConcerned } from './reports-data.ts'
import styles from './admin-list.module.css'
import minorsConcernedStyles from './minors-concerned.module.css'

export interface AdminListProps<Row> {
  pages: Pages<Row>
  idOf: (row: Row) => string
  texts: { none: string; noneText: string; failed: string; offline: string }
  renderRow: (row: Row) => ReactNode
}

/** A list of the admin pages, which no device stores: its contents are other people's. */
export function AdminList<Row>({ pages, idOf, texts, renderRow }: AdminListProps<Row>) {
  const { rows, refresh, again } = pages
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
      <MorePages pages={pages} label={m.reports_admin_more()} />
    </>
  )
}

export interface MinorsConcernedProps {
  db: UserDatabase
  providerId: string
}

/** The young people who lose their provider by a decision: whoever decides reads them first. */
export function MinorsConcerned({ db, providerId }: MinorsConcernedProps) {
  const pages = usePages((after) => fetchMinorsConcerned(db, providerId, after))
  const { rows, refresh, again } = pages
  if (!rows) {
    if (refresh.status !== 'failed') return <Skeleton shape="text" count={2} />
    return (
      <ErrorState
        compact
        title={failureText(refresh.error, m.reports_minors_failed())}
        onRetry={again}
      />
    )
  }
  if (rows.length === 0)
    return <p className={minorsConcernedStyles.none}>{m.reports_minors_none()}</p>
  return (
    <section className={minorsConcernedStyles.concerned} aria-label={m.reports_minors_title()}>
      <Banner tone="warn">{m.reports_minors_text()}</Banner>
      <ul className={minorsConcernedStyles.list}>
        {rows.map((minor) => (
          <li key={minor.id} className={minorsConcernedStyles.minor}>
            <span>
              {minor.firstname} {minor.lastname}
            </span>
            <span className={minorsConcernedStyles.facts}>{factsOf(minor)}</span>
          </li>
        ))}
      </ul>
      <MorePages pages={pages} label={m.reports_admin_more()} small />
    </section>
  )
}

const connectionLabels: Record<MinorConcerned['connection'], () => string> = {
  none: m.reports_minors_unconnected,
  pending: m.reports_minors_asked,
  accepted: m.reports_minors_connected,
}

function factsOf({ connection, sessions }: MinorConcerned): string {
  const label = connectionLabels[connection]()
  return joinFacts([label, sessions > 0 && m.reports_minors_sessions({ count: sessions })])
}
