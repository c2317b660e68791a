import { useState } from 'react'
import { seenThings, type AccessRead, type SeenThing } from '#contract/sharing/model.ts'
import { useNow } from '#src/data/local-clock.ts'
import { ResourceView } from '#src/data/resource-view.tsx'
import { useResource } from '#src/data/resource.ts'
import { useQuestWords, questTitle } from '#src/features/quests/quest-words.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatMoment } from '#src/lib/dates.ts'
import { useOnline } from '#src/lib/online.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import type { Session } from '#src/session/session.ts'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { cssVariables } from '#src/ui/chart/css-variables.ts'
import { Banner } from '#src/ui/message/banner.tsx'
import { BackToDashboard } from '#src/ui/nav/back-links.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { EmptyState } from '#src/ui/state/state-message.tsx'
import { thingsOf, withResults, type ShownView } from '../share-kinds.ts'
import { sharingResource, type WhoSees } from '../sharing-resource.ts'
import { ViewerCard } from '../viewer-card.tsx'
import styles from '../sharing.module.css'

interface WhoSeesPageProps {
  db: UserDatabase
  session: Session
}

/** People by what they can see of the person, with switches, and who looked. */
export function WhoSeesPage({ db, session }: WhoSeesPageProps) {
  const of = useResource(db, sharingResource)
  useQuestWords()
  return (
    <div className={styles.screen}>
      <PageHeader title={m.sharing_title()} text={m.sharing_text()} back={<BackToDashboard />} />
      <ResourceView
        of={of}
        skeleton={{ shape: 'card', count: 2 }}
        failed={m.sharing_failed()}
        offline={m.sharing_offline()}
        asOf={of.data && m.sharing_as_of({ when: formatMoment(of.data.asOfMs) })}
      >
        {(view) => <WhoSeesScreen db={db} session={session} view={view} />}
      </ResourceView>
    </div>
  )
}

function WhoSeesScreen({ db, session, view }: WhoSeesPageProps & { view: WhoSees }) {
  const online = useOnline()
  const nowMs = useNow()
  const [before, setBefore] = useState<ShownView['results']>(new Map())
  const results = withResults(before, view)
  if (results !== before) setBefore(results)
  const things = thingsOf({ ...view, results }, session.user)
  const switched = things.some(({ revocation }) => revocation)
  return (
    <>
      {session.user.userT === 'Adolescent' && <Banner tone="info">{m.sharing_parents()}</Banner>}
      {!online && switched && <Banner tone="offline">{m.sharing_needs_network()}</Banner>}
      {view.viewers.length === 0 ? (
        <EmptyState emoji="🙈" title={m.sharing_empty()} text={m.sharing_empty_text()} />
      ) : (
        <ul className={styles.people} style={cssVariables({ '--rows': things.length + 2 })}>
          {view.viewers.map((viewer) => (
            <li key={viewer.id}>
              <ViewerCard {...{ db, session, view, viewer, things, nowMs }} />
            </li>
          ))}
        </ul>
      )}
      <Card>
        <CardHeader title={m.sharing_team()} subtitle={m.sharing_team_text()} />
      </Card>
      <Card>
        <CardHeader title={m.sharing_log_title()} subtitle={m.sharing_log_text()} />
        <CardBody>
          <ReadLog log={view.log} />
        </CardBody>
      </Card>
    </>
  )
}

/** Who looked at what of the person, newest first. */
function ReadLog({ log }: { log: readonly AccessRead[] }) {
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
