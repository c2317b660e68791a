import { useState } from 'react'
import type { AccessEntry, LookedAt } from '#contract/quests/access.ts'
import { questCard } from '#contract/quests/shelf.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatMoment } from '#src/lib/dates.ts'
import { knownRows, useRefresh } from '#src/data/use-refresh.ts'
import { failureText } from '#src/offline/api/api-error.ts'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { ErrorState } from '#src/ui/state/error-state.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import styles from './share.module.css'

/** Who looked at what of the person, newest first. */
export function AccessLogSection({ fetchLog }: { fetchLog: () => Promise<AccessEntry[]> }) {
  const [fetched, setEntries] = useState<readonly AccessEntry[]>()
  const { refresh, again } = useRefresh(async () => setEntries(await fetchLog()))
  const entries = knownRows(fetched, refresh)
  return (
    <Card>
      <CardHeader title={m.quests_log_title()} subtitle={m.quests_log_text()} />
      <CardBody>
        {entries === undefined && refresh.status === 'loading' && (
          <Skeleton shape="text" count={2} />
        )}
        {entries === undefined && refresh.status === 'failed' && (
          <ErrorState
            compact
            title={failureText(refresh.error, m.quests_log_failed())}
            onRetry={again}
          />
        )}
        {entries?.length === 0 && <EmptyState compact emoji="🙈" title={m.quests_log_empty()} />}
        {entries && entries.length > 0 && (
          <ul className={styles.log}>
            {entries.map((entry) => (
              <li key={entry.id}>
                <span>{lookWords(entry)}</span>
                <time className={styles.when} dateTime={entry.at}>
                  {formatMoment(entry.at)}
                </time>
              </li>
            ))}
          </ul>
        )}
      </CardBody>
    </Card>
  )
}

const words: Record<LookedAt, (about: { who: string; quest: string }) => string> = {
  score: m.quests_log_score,
  result: m.quests_log_result,
  resume: m.quests_log_resume,
  workLicense: m.quests_log_license,
}

function lookWords({ what, who, questId }: AccessEntry): string {
  const quest = questCard(questId ?? 0)?.title ?? ''
  return words[what]({ who: who ?? namelessWords(what), quest })
}

/** Papers are read by reviewers of ours alone; points and results by care providers, of whom one without a name has left. */
function namelessWords(what: LookedAt): string {
  const isPaper = what === 'resume' || what === 'workLicense'
  return isPaper ? m.quests_log_somebody() : m.quests_log_left()
}
