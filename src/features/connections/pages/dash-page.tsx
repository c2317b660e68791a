import { useLiveQuery } from 'dexie-react-hooks'
import { liveStates, type ReceivedRequest, type SentRequest } from '#contract/connections/model.ts'
import styles from '../connections.module.css'
import { HistoryList, type HistoryEntry } from '../history-list.tsx'
import { kindWords } from '../kind-words.ts'
import { refreshSent } from '../refresh-connections.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useRefresh } from '#src/data/use-refresh.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { BackToDashboard } from '#src/ui/nav/back-to-dashboard.tsx'
import { asMember } from '#src/session/as-member.ts'
import type { Session } from '#src/session/session.ts'
import { readDash } from '../read-requests.ts'
import { refreshReceivedRequests } from '../refresh-received.ts'

export interface DashPageProps {
  db: UserDatabase
  session: Session
  /** What this device knew when the page was opened, so that the first paint is whole. */
  known: { sent: SentRequest[] | undefined; received: ReceivedRequest[] | undefined }
}

/** Decisions: '/conn-dash' shows requests sent and received with their states. */
export function DashPage({ db, session, known }: DashPageProps) {
  const { sent, received } = useLiveQuery(() => readDash(db), [db], known)
  const provider = session.user.userT === 'ServiceProvider'
  const { refresh, again } = useRefresh(() =>
    provider
      ? refreshReceivedRequests(db, 'history')
      : asMember(db, (token) => refreshSent(db, token, 'history')),
  )
  return (
    <div className={styles.screen}>
      <PageHeader
        title={m.connections_dash_title()}
        text={m.connections_dash_text()}
        back={<BackToDashboard />}
      />
      {provider ? (
        <HistoryList
          title={m.connections_dash_received()}
          entries={received?.map(receivedEntry)}
          refresh={refresh}
          onRetry={again}
          failed={m.connections_received_failed()}
          empty={m.connections_dash_none_received()}
        />
      ) : (
        <HistoryList
          title={m.connections_dash_sent()}
          entries={sent?.map(sentEntry)}
          refresh={refresh}
          onRetry={again}
          failed={m.connections_sent_failed()}
          empty={m.connections_dash_none_sent()}
        />
      )}
    </div>
  )
}

function sentEntry(connection: SentRequest): HistoryEntry {
  const { toUser } = connection
  return {
    connection,
    person: toUser,
    kind: kindWords({ ...toUser, userType: 'ServiceProvider' }),
    unavailable: isLive(connection) && connection.unavailable,
  }
}

function isLive({ status }: SentRequest): boolean {
  return liveStates.some((state) => state === status)
}

function receivedEntry(connection: ReceivedRequest): HistoryEntry {
  return { connection, person: connection.fromUser, kind: kindWords(connection.fromUser) }
}
