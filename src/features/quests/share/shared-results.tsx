import { questsApi } from '#contract/quests/api.ts'
import type { ScoreDetails } from '#contract/quests/response.ts'
import { snapshotText } from '#contract/quests/result-texts.ts'
import { ResourceView } from '#src/data/resource-view.tsx'
import { defineRemote, useRemote } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatDay } from '#src/lib/dates.ts'
import { isApiProblem } from '#src/offline/api/api-error.ts'
import { callApi } from '#src/offline/api/api.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import styles from './share.module.css'

/** The results that a young person shares with the reader; none is no error. Stored on no device but theirs. */
const sharedRemote = defineRemote<ScoreDetails[], [userId: string]>({ fetch: fetchShared })

/** The results that a client chose to show to the care provider who reads them. */
export function SharedResults({ db, userId }: { db: UserDatabase; userId: string }) {
  const shared = useRemote(db, sharedRemote, userId)
  return (
    <Card>
      <CardHeader title={m.quests_shared_title()} />
      <CardBody>
        <ResourceView
          of={shared}
          compact
          skeleton={{ count: 2 }}
          failed={m.quests_shared_failed()}
          offline={false}
          empty={<EmptyState compact emoji="🌱" title={m.quests_shared_empty()} />}
        >
          {(results) => (
            <>
              {results.map((result) => (
                <SharedResult key={result.id} result={result} />
              ))}
              <p className={styles.when}>{snapshotText}</p>
            </>
          )}
        </ResourceView>
      </CardBody>
    </Card>
  )
}

function SharedResult({ result }: { result: ScoreDetails }) {
  return (
    <section className={styles.shared}>
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
  )
}

async function fetchShared(token: string, userId: string): Promise<ScoreDetails[]> {
  try {
    return await callApi(questsApi.listSharedResults, { params: { userId } }, { token })
  } catch (error) {
    if (isApiProblem(error) && error.problem.code === 'not_found') return []
    throw error
  }
}
