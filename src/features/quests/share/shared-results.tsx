import { useState } from 'react'
import type { ScoreDetails } from '#contract/quests/response.ts'
import { snapshotText } from '#contract/quests/result-words.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { knownRows, useRefresh } from '#src/data/use-refresh.ts'
import { failureText } from '#src/offline/api/api-error.ts'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { ErrorState } from '#src/ui/state/error-state.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import { formatDay } from '#src/lib/dates.ts'
import styles from './share.module.css'

/** The results that a client chose to show to the care provider who looks. Kept on no device but theirs. */
export function SharedResults({ fetchShared }: { fetchShared: () => Promise<ScoreDetails[]> }) {
  const [fetched, setResults] = useState<readonly ScoreDetails[]>()
  const { refresh, again } = useRefresh(async () => setResults(await fetchShared()))
  const results = knownRows(fetched, refresh)
  return (
    <Card>
      <CardHeader title={m.quests_shared_title()} />
      <CardBody>
        {results === undefined && refresh.status === 'loading' && (
          <Skeleton shape="text" count={2} />
        )}
        {results === undefined && refresh.status === 'failed' && (
          <ErrorState
            compact
            title={failureText(refresh.error, m.quests_shared_failed())}
            onRetry={again}
          />
        )}
        {results?.length === 0 && <EmptyState compact emoji="🌱" title={m.quests_shared_empty()} />}
        {results?.map((result) => (
          <section key={result.id} className={styles.shared}>
            <h3>{result.title}</h3>
            <p className={styles.when}>{formatDay(result.takenOn)}</p>
            <p className={styles.band}>{result.band.label}</p>
            <dl className={styles.scores}>
              {result.scores.map(({ label, value, max }) => (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{m.quests_number({ value, max })}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        {results && results.length > 0 && <p className={styles.when}>{snapshotText}</p>}
      </CardBody>
    </Card>
  )
}
