import { ResourceView } from '#src/data/resource-view.tsx'
import { useResource } from '#src/data/resource.ts'
import { useQuestWords } from '#src/features/quests/quest-words.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatMoment } from '#src/lib/dates.ts'
import { useNow } from '#src/lib/now.ts'
import { useOnline } from '#src/lib/online.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import type { Session } from '#src/session/session.ts'
import { cssVariables } from '#src/ui/chart/css-variables.ts'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { Banner } from '#src/ui/message/banner.tsx'
import { BackToDashboard } from '#src/ui/nav/back-links.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { ReadLog } from '../read-log.tsx'
import { thingsOf } from '../share-kinds.ts'
import { sharingResource, type WhoSees } from '../sharing-resource.ts'
import styles from '../sharing.module.css'
import { ViewerCard } from '../viewer-card.tsx'

export interface WhoSeesPageProps {
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
  const things = thingsOf(view, session.user)
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
