import type { AccessEntry, LookedAt } from '#contract/quests/access.ts'
import { questsApi } from '#contract/quests/api.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatMoment } from '#src/lib/dates.ts'
import { ResourceView } from '#src/data/resource-view.tsx'
import { defineRemote, useRemote } from '#src/data/resource.ts'
import { callApi } from '#src/offline/api/api.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { questTitle, useQuestWords } from '../quest-words.ts'
import styles from './share.module.css'

/** The newest reads of what is the person's, with the reader's name. */
const accessLogRemote = defineRemote<AccessEntry[]>({
  fetch: async (token) => (await callApi(questsApi.accessLog, { query: {} }, { token })).entries,
})

/** Who read what of the person, newest first. */
export function AccessLogSection({ db }: { db: UserDatabase }) {
  const log = useRemote(db, accessLogRemote)
  useQuestWords()
  return (
    <Card>
      <CardHeader title={m.quests_log_title()} subtitle={m.quests_log_text()} />
      <CardBody>
        <ResourceView
          of={log}
          compact
          skeleton={{ count: 2 }}
          failed={m.quests_log_failed()}
          offline={false}
          empty={<EmptyState compact emoji="🙈" title={m.quests_log_empty()} />}
        >
          {(entries) => (
            <ul className={styles.log}>
              {entries.map((entry) => (
                <li key={entry.id}>
                  <span>{readLabel(entry)}</span>
                  <time className={styles.when} dateTime={entry.at}>
                    {formatMoment(entry.at)}
                  </time>
                </li>
              ))}
            </ul>
          )}
        </ResourceView>
      </CardBody>
    </Card>
  )
}

const readLabels: Record<LookedAt, (about: { who: string; quest: string }) => string> = {
  score: m.quests_log_score,
  result: m.quests_log_result,
  resume: m.quests_log_resume,
  workLicense: m.quests_log_license,
}

function readLabel({ what, who, questId }: AccessEntry): string {
  const quest = questTitle(questId ?? 0) ?? ''
  return readLabels[what]({ who: who ?? namelessLabel(what), quest })
}

/** Only reviewers of ours read papers; points and results are read by care providers, and one without a name has left. */
function namelessLabel(what: LookedAt): string {
  const isPaper = what === 'resume' || what === 'workLicense'
  return isPaper ? m.quests_log_somebody() : m.quests_log_left()
}
