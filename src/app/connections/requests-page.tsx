import { useLiveQuery } from 'dexie-react-hooks'
import type { ReceivedRequest } from '#contract/connections/model.ts'
import { acceptRequest, rejectRequest } from '#src/features/connections/change-connections.ts'
import styles from '#src/features/connections/connections.module.css'
import { RequestsScreen } from '#src/features/connections/requests-screen.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { useRefresh } from '#src/lib/use-refresh.ts'
import { isApiProblem } from '#src/offline/api-error.ts'
import type { UserDatabase } from '#src/offline/database.ts'
import { PageHeader } from '#src/ui/page-header.tsx'
import { BackToDashboard } from '../back-to-dashboard.tsx'
import { asMember } from '../queue-auth.ts'
import { readReceivedRequests } from './read-requests.ts'
import { isReviewed } from '../profile/reviewed.ts'
import { refreshReceivedRequests } from './refresh-received.ts'

export interface RequestsPageProps {
  db: UserDatabase
  /** What this device knew when the page was opened, so that the first paint is whole. */
  known: ReceivedRequest[] | undefined
}

/** Spec 2: '/connection-requests' of a care provider. */
export function RequestsPage({ db, known }: RequestsPageProps) {
  const requests = useLiveQuery(() => readReceivedRequests(db), [db], known)
  const reviewed = useLiveQuery(() => isReviewed(db), [db], true)
  const { refresh, again } = useRefresh(() => refreshReceivedRequests(db))
  return (
    <div className={styles.screen}>
      <PageHeader
        title={m.connections_requests_title()}
        text={m.connections_requests_text()}
        back={<BackToDashboard />}
      />
      <RequestsScreen
        requests={requests?.filter(({ status }) => status === 'pending')}
        noneText={reviewed ? m.connections_requests_none_text() : m.connections_requests_waiting()}
        refresh={refresh}
        onRetry={again}
        onAccept={(request) =>
          answering(db, () => asMember(db, (token) => acceptRequest(db, token, request)))
        }
        onReject={(request) =>
          answering(db, () => asMember(db, (token) => rejectRequest(db, token, request)))
        }
      />
    </div>
  )
}

/** A request that was taken back or answered elsewhere meanwhile leaves the list too; the refusal still says why. */
async function answering(db: UserDatabase, answer: () => Promise<void>): Promise<void> {
  try {
    await answer()
  } catch (error) {
    if (isApiProblem(error) && gone.has(error.problem.code)) {
      await refreshReceivedRequests(db).catch(() => undefined)
    }
    throw error
  }
}

const gone = new Set(['not_found', 'already_decided'])
