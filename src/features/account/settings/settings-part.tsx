import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { isSuperAdmin } from '#contract/account/model.ts'
import { useLive } from '#src/data/resource.ts'
import { LockSection } from '#src/features/lock/lock-section.tsx'
import { LookSection } from '#src/features/look/look-cards.tsx'
import { BlocksPart } from '#src/features/safety/blocks-part.tsx'
import { ExitPart } from '#src/features/safety/exit-button.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { saveFile } from '#src/lib/hand-over.ts'
import { useOnline } from '#src/lib/online.ts'
import { failureText } from '#src/offline/api/api-error.ts'
import { dismiss, lookBackOff, readDismissed, restoreHint } from '#src/offline/features/hints.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember, useEnrolmentDue } from '#src/session/as-member.ts'
import type { Session } from '#src/session/session.ts'
import { buttonClass, Button } from '#src/ui/button/button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { AppearanceChoices } from '#src/ui/choice/appearance-choices.tsx'
import { Checkbox } from '#src/ui/choice/checkbox.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { Banner } from '#src/ui/message/banner.tsx'
import { PartBoundary } from '#src/ui/state/state-message.tsx'
import { ConfirmEmailPart } from '../confirm-email/confirm-email-part.tsx'
import { TwoStepSection } from '../two-step/two-step-section.tsx'
import { DeleteSection } from './delete-section.tsx'
import { exportDevice, exportEverything, type Export } from './export.ts'
import { SessionsSection } from './sessions-section.tsx'
import { StorageSection } from './storage-section.tsx'
import styles from './settings.module.css'

interface PartProps {
  db: UserDatabase
  session: Session
}

/** What a person decides about their account and this device. */
export function SettingsPart({ db, session }: PartProps) {
  // While a second factor is due, everything else would only show that the server refuses it.
  const due = useEnrolmentDue()
  return (
    <div className={styles.screen}>
      {!due && (
        <>
          <PartBoundary>
            <ConfirmEmailPart db={db} defaultOpen />
          </PartBoundary>
          <AppearanceSection db={db} session={session} />
          <PartBoundary>
            <LockSection session={session} />
          </PartBoundary>
          <LookSection />
          <ExitPart />
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
      <SharingSection />
      <PartBoundary>
        <BlocksPart db={db} session={session} />
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
  const put = useLive(db, () => readDismissed(db))
  return (
    <Checkbox
      label={m.settings_look_back()}
      checked={!put?.has(lookBackOff)}
      onChange={({ target: { checked } }) =>
        void (checked ? restoreHint(db, lookBackOff) : dismiss(db, lookBackOff))
      }
    />
  )
}

/** The way to who sees what of the person. */
function SharingSection() {
  return (
    <Card>
      <CardHeader title={m.sharing_title()} subtitle={m.sharing_text()} />
      <CardBody>
        <Link
          className={classNames(buttonClass({ look: 'secondary' }), styles.start)}
          to="/who-sees-what"
        >
          {m.sharing_open()}
        </Link>
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
