import { GoogleCard } from './google-card.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Banner } from '#src/ui/message/banner.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { PartBoundary } from '#src/ui/state/part-boundary.tsx'
import { calendarActions } from './calendar-actions.ts'

/** The Google calendar on a provider's own profile. */
export function OwnGoogle({ db }: { db: UserDatabase }) {
  return (
    <PartBoundary>
      <GoogleCard actions={calendarActions(db)} />
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
