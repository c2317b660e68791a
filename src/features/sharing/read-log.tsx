import { seenThings, type AccessRead, type SeenThing } from '#contract/sharing/model.ts'
import { questTitle } from '#src/features/quests/quest-words.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatMoment } from '#src/lib/dates.ts'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import styles from './sharing.module.css'

/** Who looked at what of the person, newest first. */
export function ReadLog({ log }: { log: readonly AccessRead[] }) {
  if (log.length === 0) return <EmptyState compact emoji="🙈" title={m.sharing_log_empty()} />
  return (
    <ul className={styles.log}>
      {log.map((read) => (
        <li key={read.id}>
          <span>{readText(read)}</span>
          <span className={styles.quiet}>
            <time dateTime={read.at}>{formatMoment(read.at)}</time>
            {read.reason !== null && (
              <>
                {' · '}
                <span>{reasonText(read.reason)}</span>
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

const readTexts: Record<SeenThing, (about: { who: string; quest: string }) => string> = {
  score: m.sharing_log_score,
  result: m.sharing_log_result,
  resultFile: m.sharing_log_saved,
  plan: m.sharing_log_plan,
  brief: m.sharing_log_brief,
  resume: m.sharing_log_resume,
  workLicense: m.sharing_log_license,
  profile: m.sharing_log_profile,
  name: m.sharing_log_name,
  report: m.sharing_log_report,
}

function readText({ what, who, questId, reason }: AccessRead): string {
  const known = seenThings.find((thing) => thing === what)
  const quest = questTitle(questId ?? 0) ?? ''
  const nameless = reason === null ? m.sharing_log_left() : m.sharing_team()
  const text = known ? readTexts[known] : m.sharing_log_other
  return text({ who: who ?? nameless, quest })
}

function reasonText(reason: string): string {
  return reason === 'report' ? m.sharing_reason_report() : m.sharing_reason_review()
}
