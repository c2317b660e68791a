import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Banner } from '#src/ui/message/banner.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { PartBoundary } from '#src/ui/state/part-boundary.tsx'
import { useRemote } from '#src/data/resource.ts'
import { modeRemote } from './calendar-data.ts'
import { GoogleCard } from './google-control.tsx'

/** The Google calendar on a provider's own profile. */
export function OwnGoogle({ db }: { db: UserDatabase }) {
  return (
    <PartBoundary>
      <OwnGoogleCard db={db} />
    </PartBoundary>
  )
}

/** The same before a provider's papers were accepted. */
export function GoogleWaits() {
  return (
    <Card>
      <CardHeader title={m.calendar_google_title()} />
      <CardBody>
        <Banner tone="info">{m.calendar_after_review()}</Banner>
      </CardBody>
    </Card>
  )
}

/** Spec 2: the Connect Google Calendar button of a provider's own profile. Nothing pops up: the card says what failed. */
function OwnGoogleCard({ db }: { db: UserDatabase }) {
  return <GoogleCard db={db} mode={useRemote(db, modeRemote)} />
}
