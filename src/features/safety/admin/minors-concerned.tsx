import type { MinorConcerned } from '#contract/providers/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { usePages } from '#src/data/use-pages.ts'
import { failureText } from '#src/offline/api/api-error.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Banner } from '#src/ui/message/banner.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { ErrorState } from '#src/ui/state/error-state.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import styles from './minors-concerned.module.css'
import { fetchMinorsConcerned } from './reports-data.ts'

export interface MinorsConcernedProps {
  db: UserDatabase
  providerId: string
}

/** The young people who lose their provider by a decision: whoever decides reads them first. */
export function MinorsConcerned({ db, providerId }: MinorsConcernedProps) {
  const { rows, refresh, again, more, loadingMore } = usePages((after) =>
    fetchMinorsConcerned(db, providerId, after),
  )
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
  if (rows.length === 0) return <p className={styles.none}>{m.reports_minors_none()}</p>
  return (
    <section className={styles.concerned} aria-label={m.reports_minors_title()}>
      <Banner tone="warn">{m.reports_minors_text()}</Banner>
      <ul className={styles.list}>
        {rows.map((minor) => (
          <li key={minor.id} className={styles.minor}>
            <span>
              {minor.firstname} {minor.lastname}
            </span>
            <span className={styles.facts}>{factsOf(minor)}</span>
          </li>
        ))}
      </ul>
      {more && (
        <Button look="secondary" size="small" busy={loadingMore} onClick={more}>
          {m.reports_admin_more()}
        </Button>
      )}
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
  return sessions === 0 ? label : `${label} · ${m.reports_minors_sessions({ count: sessions })}`
}
