import { providersApi } from '#contract/providers/api.ts'
import type { MinorConcerned } from '#contract/providers/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { usePages } from '#src/data/use-pages.ts'
import { callApi } from '#src/offline/api/api.ts'
import { failureText } from '#src/offline/api/api-error.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'
import { Banner } from '#src/ui/message/banner.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { ErrorState } from '#src/ui/state/error-state.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import styles from './minors-concerned.module.css'

/** A page of those concerned, with how many there are in all. */
interface MinorsPage {
  readonly rows: readonly MinorConcerned[]
  readonly next: string | null
  readonly count: number
  readonly sessions: number
}

export interface MinorsConcernedProps {
  db: UserDatabase
  providerId: string
}

/** The young people who lose their provider by a decision: whoever decides reads them first. */
export function MinorsConcerned({ db, providerId }: MinorsConcernedProps) {
  const { rows, refresh, again, more, loadingMore } = usePages((after) =>
    asMember(db, (token) => fetchMinors(token, providerId, after)),
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

const standings: Record<MinorConcerned['connection'], () => string> = {
  none: m.reports_minors_unconnected,
  pending: m.reports_minors_asked,
  accepted: m.reports_minors_connected,
}

function factsOf({ connection, sessions }: MinorConcerned): string {
  const standing = standings[connection]()
  return sessions === 0
    ? standing
    : `${standing} · ${m.reports_minors_sessions({ count: sessions })}`
}

/** Whom a decision against a care provider concerns. Rejects as the call does. */
async function fetchMinors(
  token: string,
  id: string,
  after: string | undefined,
): Promise<MinorsPage> {
  const query = after === undefined ? {} : { after }
  const { minors, ...page } = await callApi(
    providersApi.listMinorsConcerned,
    { params: { id }, query },
    { token },
  )
  return { rows: minors, ...page }
}
