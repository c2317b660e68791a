import { isSuperAdmin } from '#contract/account/model.ts'
import { AccessLogSection } from '#src/features/quests/share/access-log-section.tsx'
import { BlocksPart } from '#src/features/safety/blocks-part.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { useStore } from '#src/lib/store.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { enrolmentDue } from '#src/session/reauthentication.ts'
import type { Session } from '#src/session/session.ts'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { ThemeChoice } from '#src/ui/choice/theme-choice.tsx'
import { PartBoundary } from '#src/ui/state/part-boundary.tsx'
import { ConfirmEmailPart } from '../confirm-email/confirm-email-part.tsx'
import { TwoStepSection } from '../two-step/two-step-section.tsx'
import { DeleteSection } from './delete-section.tsx'
import { ExportSection } from './export-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import styles from './settings.module.css'
import { SharingSection } from './sharing-section.tsx'
import { StorageSection } from './storage-section.tsx'

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
          <AppearanceSection />
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
