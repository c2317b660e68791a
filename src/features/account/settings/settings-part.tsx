import { useLiveQuery } from 'dexie-react-hooks'
import { isSuperAdmin } from '#contract/account/model.ts'
import { readProfile } from '#src/session/own-profile.ts'
import { saveSharing } from '../profile/save-profile.ts'
import { deleteAccount } from './delete-account-call.ts'
import { DeleteSection } from './delete-section.tsx'
import { exportDevice, exportEverything } from './export-call.ts'
import { ExportSection } from './export-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { askToKeep, readStorageFigures } from './storage-figures.ts'
import { SharingSection } from './sharing-section.tsx'
import { StorageSection } from './storage-section.tsx'
import styles from './settings.module.css'
import {
  beginTwoStep,
  confirmTwoStep,
  endTwoStep,
  fetchTwoStep,
  renewCodes,
} from '../two-step/two-step-calls.ts'
import { TwoStepSection } from '../two-step/two-step-section.tsx'
import { AccessLogSection } from '#src/features/quests/share/access-log-section.tsx'
import { describeOp } from '#src/features/sync/describe-op.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useStore } from '#src/lib/store.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import type { OutboxRow } from '#src/offline/engine/outbox-row.ts'
import { unsentOps } from '#src/offline/engine/outbox.ts'
import { evictCaches } from '#src/offline/storage/quota.ts'
import { showToast } from '#src/ui/message/toast-store.ts'
import { forgetMember } from '#src/session/log-out.ts'
import { PartBoundary } from '#src/ui/state/part-boundary.tsx'
import { enrolmentDue } from '#src/session/proof.ts'
import { asMember } from '#src/session/as-member.ts'
import { BlocksPart } from '#src/features/safety/blocks-part.tsx'
import type { Session } from '#src/session/session.ts'
import { ConfirmEmailPart } from '../confirm-email/confirm-email-part.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { ThemeChoice } from '#src/ui/choice/theme-choice.tsx'
import { settingsApi, type SessionInfo } from '#contract/account/settings.ts'
import { isApiProblem } from '#src/offline/api/api-error.ts'
import { callApi } from '#src/offline/api/api.ts'

interface PartProps {
  db: UserDatabase
  session: Session
}

/** What a person decides about their account and this device. */
export function SettingsPart({ db, session }: PartProps) {
  // While a second factor is due, everything else would only show that the server refuses it.
  const due = useStore(enrolmentDue) === session.token
  return (
    <div className={styles.screen}>
      {!due && (
        <PartBoundary>
          <ConfirmEmailPart db={db} defaultOpen />
        </PartBoundary>
      )}
      {!due && <HereAndElsewhere db={db} session={session} />}
      {mayHaveTwoStep(session) && <TwoStepPart db={db} session={session} />}
      {!due && <OwnData db={db} session={session} />}
    </div>
  )
}

function HereAndElsewhere({ db, session: { token } }: PartProps) {
  return (
    <>
      <AppearanceSection />
      <PartBoundary>
        <SessionsSection
          fetchSessions={() => asMember(db, () => fetchSessions(token))}
          endOne={(id) => asMember(db, () => endOneSession(token, id))}
          endOthers={() => asMember(db, () => endOtherSessions(token))}
        />
      </PartBoundary>
    </>
  )
}

function OwnData({ db, session }: PartProps) {
  const { token } = session
  const unsent = useLiveQuery(() => unsentOps(db), [db], [])
  return (
    <>
      {session.user.userT === 'Adolescent' && (
        <PartBoundary>
          <SharingPart db={db} session={session} />
        </PartBoundary>
      )}
      <PartBoundary>
        <BlocksPart db={db} session={session} />
      </PartBoundary>
      <PartBoundary>
        <AccessLogSection db={db} />
      </PartBoundary>
      <PartBoundary>
        <StorageSection read={() => readStorageFigures(db)} free={evictCaches} keep={askToKeep} />
      </PartBoundary>
      <ExportSection
        everything={() => asMember(db, () => exportEverything(db, token, Date.now()))}
        fromDevice={() => exportDevice(db, Date.now())}
      />
      <DeleteSection
        unsent={unsent.map(unsentWords)}
        onDelete={(password) => deleteEverywhere(db, token, password)}
      />
    </>
  )
}

/** The server refuses it to those who have nothing to decide about others. */
function mayHaveTwoStep({ user }: Session): boolean {
  return user.userT === 'ServiceProvider' || isSuperAdmin(user)
}

function TwoStepPart({ db, session: { user } }: PartProps) {
  async function confirm(code: string) {
    const codes = await asMember(db, (token) => confirmTwoStep(token, code))
    enrolmentDue.set(undefined)
    return codes
  }

  return (
    <PartBoundary>
      <TwoStepSection
        name={`${user.firstname} ${user.lastname}`}
        calls={{
          fetchStatus: () => asMember(db, fetchTwoStep),
          begin: (password) => asMember(db, (token) => beginTwoStep(token, password)),
          confirm,
          renew: (proof) => asMember(db, (token) => renewCodes(token, proof)),
          end: (proof) => asMember(db, (token) => endTwoStep(token, proof)),
        }}
      />
    </PartBoundary>
  )
}

/** Nothing before this device knows what was chosen: a switch that may be wrong would change it. */
function SharingPart({ db, session: { token, user } }: PartProps) {
  const profile = useLiveQuery(() => readProfile(db), [db])
  if (profile?.shareScore === undefined) return null
  return (
    <SharingSection
      shareScore={profile.shareScore}
      onChange={(share) => asMember(db, () => saveSharing({ db, token, userT: user.userT }, share))}
    />
  )
}

function unsentWords(row: OutboxRow): string {
  const { title, detail } = describeOp(row)
  return `${title} (${detail})`
}

/** The account first and this device after it: a refusal must cost nothing here. */
async function deleteEverywhere(db: UserDatabase, token: string, password: string) {
  const attempt = await deleteAccount(token, password)
  if (attempt.status !== 'deleted') return attempt
  try {
    await forgetMember(db)
    showToast({ text: m.settings_delete_done(), tone: 'success' })
  } catch {
    showToast({ text: m.settings_delete_device_failed(), tone: 'danger' })
  }
  return attempt
}

/** How Zync looks on this device. */
function AppearanceSection() {
  return (
    <Card>
      <CardHeader title={m.settings_appearance_title()} />
      <CardBody>
        <ThemeChoice />
      </CardBody>
    </Card>
  )
}

/** Where the person is logged in, this device first. Rejects as the call does. */
async function fetchSessions(token: string): Promise<SessionInfo[]> {
  const sessions = await callApi(settingsApi.listSessions, {}, { token })
  return sessions.toSorted((a, b) => Number(b.current) - Number(a.current))
}

/** Ends one session; one that has ended already is no error. Rejects as the call does. */
async function endOneSession(token: string, id: string): Promise<void> {
  try {
    await callApi(settingsApi.endSession, { params: { id } }, { token })
  } catch (error) {
    if (!isApiProblem(error) || error.problem.code !== 'not_found') throw error
  }
}

/** Ends every session but this one. Rejects as the call does. */
async function endOtherSessions(token: string): Promise<void> {
  await callApi(settingsApi.endOtherSessions, {}, { token })
}
