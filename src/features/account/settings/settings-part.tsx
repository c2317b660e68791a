import { useLiveQuery } from 'dexie-react-hooks'
import { isSuperAdmin } from '#contract/account/model.ts'
import { AccessLogSection } from '#src/features/quests/share/access-log-section.tsx'
import { BlocksPart } from '#src/features/safety/blocks-part.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { useStore } from '#src/lib/store.ts'
import {
  dismiss,
  lookBackOff,
  readDismissed,
  restoreHint,
} from '#src/offline/features/dismissed.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { enrolmentDue, asMember } from '#src/session/as-member.ts'
import type { Session } from '#src/session/session.ts'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { AppearanceChoices } from '#src/ui/choice/appearance-choices.tsx'
import { PartBoundary } from '#src/ui/state/part-boundary.tsx'
import { ConfirmEmailPart } from '../confirm-email/confirm-email-part.tsx'
import { TwoStepSection } from '../two-step/two-step-section.tsx'
import { DeleteSection } from './delete-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import styles from './settings.module.css'
import { StorageSection } from './storage-section.tsx'
import { useState } from 'react'
import { profileResource } from '#src/data/profile-resource.ts'
import { useStored } from '#src/data/resource.ts'
import { saveField } from '../profile/profile-data.ts'
import { Banner } from '#src/ui/message/banner.tsx'
import { Checkbox } from '#src/ui/choice/checkbox.tsx'
import { failureText } from '#src/offline/api/api-error.ts'
import { useOnline } from '#src/lib/online.ts'
import { saveFile } from '#src/lib/files.ts'
import { Button } from '#src/ui/button/button.tsx'
import { exportDevice, exportEverything, type Export } from './export.ts'

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
        <>
          <PartBoundary>
            <ConfirmEmailPart db={db} defaultOpen />
          </PartBoundary>
          <AppearanceSection db={db} session={session} />
          <PartBoundary>
            <SessionsSection db={db} />
          </PartBoundary>
        </>
      )}
      {mayHaveTwoStep(session) && (
        <PartBoundary>
          <TwoStepSection db={db} user={session.user} />
        </PartBoundary>
      )}
      {!due && <OwnData db={db} session={session} />}
    </div>
  )
}

function OwnData({ db, session }: PartProps) {
  return (
    <>
      {session.user.userT === 'Adolescent' && (
        <PartBoundary>
          <SharingSection db={db} session={session} />
        </PartBoundary>
      )}
      <PartBoundary>
        <BlocksPart db={db} session={session} />
      </PartBoundary>
      <PartBoundary>
        <AccessLogSection db={db} />
      </PartBoundary>
      <PartBoundary>
        <StorageSection db={db} />
      </PartBoundary>
      <ExportSection db={db} />
      <DeleteSection db={db} session={session} />
    </>
  )
}

/** The server refuses it to those who have nothing to decide about others. */
function mayHaveTwoStep({ user }: Session): boolean {
  return user.userT === 'ServiceProvider' || isSuperAdmin(user)
}

/** How Zync looks on this device. */
function AppearanceSection({ db, session }: PartProps) {
  return (
    <Card>
      <CardHeader title={m.settings_appearance_title()} />
      <CardBody>
        <AppearanceChoices />
        {session.user.userT === 'Adolescent' && <LookBackSwitch db={db} />}
      </CardBody>
    </Card>
  )
}

/** Whether Today begins a week with a look back at the last one. */
function LookBackSwitch({ db }: { db: UserDatabase }) {
  const put = useLiveQuery(() => readDismissed(db), [db])
  if (!put) return null
  return (
    <Checkbox
      label={m.settings_look_back()}
      checked={!put.has(lookBackOff)}
      onChange={({ target: { checked } }) =>
        void (checked ? restoreHint(db, lookBackOff) : dismiss(db, lookBackOff))
      }
    />
  )
}

/** Nothing before this device knows what was chosen: a switch that may be wrong would change it. */
function SharingSection({ db, session }: { db: UserDatabase; session: Session }) {
  const { userT } = session.user
  const profile = useStored(db, profileResource)
  if (profile?.shareScore === undefined) return null
  return (
    <SharingCard
      shareScore={profile.shareScore}
      onChange={(share) =>
        asMember(db, (token) => saveField({ db, token, userT }, 'shareScore', share))
      }
    />
  )
}

interface SharingCardProps {
  shareScore: boolean
  /** Rejects where the server refused or did not answer. */
  onChange: (shareScore: boolean) => Promise<void>
}

/** What a young person lets the care providers see that they are connected with. A press shows at once and is taken back where it failed. */
function SharingCard({ shareScore, onChange }: SharingCardProps) {
  const [wished, setWished] = useState<boolean>()
  const [failure, setFailure] = useState<string>()

  async function change(next: boolean) {
    setFailure(undefined)
    setWished(next)
    try {
      await onChange(next)
    } catch (error) {
      setFailure(failureText(error, m.settings_sharing_failed()))
    }
    setWished(undefined)
  }

  return (
    <Card>
      <CardHeader title={m.settings_sharing_title()} subtitle={m.settings_sharing_text()} />
      <CardBody>
        <Checkbox
          label={m.settings_sharing_score()}
          checked={wished ?? shareScore}
          disabled={wished !== undefined}
          onChange={(event) => void change(event.target.checked)}
        />
        {failure && (
          <div role="alert">
            <Banner tone="danger">{failure}</Banner>
          </div>
        )}
      </CardBody>
    </Card>
  )
}

type Outcome = { status: 'done'; text: string } | { status: 'refused'; text: string }

/** Everything of the person as a file; without a connection, what this device holds. */
function ExportSection({ db }: { db: UserDatabase }) {
  const online = useOnline()
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()

  const everything = () => asMember(db, (token) => exportEverything(db, token, Date.now()))
  const fromDevice = () => exportDevice(db, Date.now())

  async function make(work: () => Promise<Export>) {
    setBusy(true)
    setOutcome(undefined)
    try {
      const { from, file } = await work()
      saveFile(file.name, new Blob([file.text], { type: 'application/json' }))
      setOutcome({ status: 'done', text: doneText(from, file.name, online) })
    } catch (error) {
      setOutcome({ status: 'refused', text: failureText(error, m.settings_export_failed()) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Card>
      <CardHeader title={m.settings_export_title()} subtitle={m.settings_export_text()} />
      <CardBody>
        {!online && <Banner tone="offline">{m.settings_export_offline()}</Banner>}
        {outcome && (
          <Banner tone={outcome.status === 'done' ? 'success' : 'danger'} announced>
            {outcome.text}
          </Banner>
        )}
        <div className={styles.actions}>
          <Button
            look="secondary"
            icon="install"
            busy={busy}
            onClick={() => void make(online ? everything : fromDevice)}
          >
            {m.settings_export_action()}
          </Button>
          {outcome?.status === 'refused' && (
            <Button look="quiet" onClick={() => void make(fromDevice)}>
              {m.settings_export_device_action()}
            </Button>
          )}
        </div>
      </CardBody>
    </Card>
  )
}

function doneText(from: Export['from'], name: string, online: boolean): string {
  return from === 'device' && online
    ? m.settings_export_done_device({ name })
    : m.settings_export_done({ name })
}
