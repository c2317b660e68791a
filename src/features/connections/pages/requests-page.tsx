import { Link } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import type { FullUser } from '#contract/account/model.ts'
import { readProfile } from '#src/session/own-profile.ts'
import { minorsState, minorsText } from '#src/session/minors-state.ts'
import { reviewState } from '#src/session/review-state.ts'
import { acceptRequest, rejectRequest } from '../change-connections.ts'
import styles from '../connections.module.css'
import { RequestsScreen } from '../requests-screen.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { refreshResource, useResource } from '#src/data/resource.ts'
import { isApiProblem } from '#src/offline/api/api-error.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { BackToDashboard } from '#src/ui/nav/back-to-dashboard.tsx'
import { asMember } from '#src/session/as-member.ts'
import { receivedResource } from '../connections-resource.ts'

/** Spec 2: '/connection-requests' of a care provider. */
export function RequestsPage({ db }: { db: UserDatabase }) {
  const requests = useResource(db, receivedResource, 'pending')
  const profile = useLiveQuery(() => readProfile(db), [db])
  return (
    <div className={styles.screen}>
      <PageHeader
        title={m.connections_requests_title()}
        text={m.connections_requests_text()}
        back={<BackToDashboard />}
      />
      <RequestsScreen
        requests={requests}
        noneText={noneText(profile)}
        noneAction={profile && minorsText(minorsState(profile)) !== undefined && <ChangePractice />}
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

/** Why there is no request, as far as it is known. */
function noneText(profile: FullUser | undefined): string {
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
      await refreshResource(db, receivedResource, 'pending').catch(() => undefined)
    }
    throw error
  }
}

const gone = new Set(['not_found', 'already_decided'])
