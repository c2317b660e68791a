import { Link } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import type { FullUser } from '#contract/account/model.ts'
import type { ReceivedRequest } from '#contract/connections/model.ts'
import { readProfile } from '#src/session/own-profile.ts'
import { minorsState, minorsText } from '#src/session/minors-state.ts'
import { reviewState } from '#src/session/review-state.ts'
import { acceptRequest, rejectRequest } from '../change-connections.ts'
import styles from '../connections.module.css'
import { RequestsScreen } from '../requests-screen.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { useRefresh } from '#src/data/use-refresh.ts'
import { isApiProblem } from '#src/offline/api/api-error.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { BackToDashboard } from '#src/ui/nav/back-to-dashboard.tsx'
import { asMember } from '#src/session/as-member.ts'
import { readReceivedRequests } from '../read-requests.ts'
import { refreshReceivedRequests } from '../refresh-received.ts'

export interface RequestsPageProps {
  db: UserDatabase
  /** What this device knew when the page was opened, so that the first paint is whole. */
  known: ReceivedRequest[] | undefined
}

/** Spec 2: '/connection-requests' of a care provider. */
export function RequestsPage({ db, known }: RequestsPageProps) {
  const requests = useLiveQuery(() => readReceivedRequests(db), [db], known)
  const profile = useLiveQuery(() => readProfile(db), [db])
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
        noneText={noneWords(profile)}
        noneAction={profile && minorsText(minorsState(profile)) !== undefined && <ChangePractice />}
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

function ChangePractice() {
  return (
    <Link
      className={buttonClass({ look: 'secondary' })}
      to="/edit-profile"
      search={{ tab: 'practice' }}
    >
      {m.profile_minors_open()}
    </Link>
  )
}

/** Why nobody has asked, as far as it is known. */
function noneWords(profile: FullUser | undefined): string {
  if (!profile) return m.connections_requests_none_text()
  if (reviewState(profile).status !== 'none') return m.connections_requests_waiting()
  return minorsText(minorsState(profile)) ?? m.connections_requests_none_text()
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
