import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Banner } from '#src/ui/message/banner.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { PartBoundary } from '#src/ui/state/part-boundary.tsx'
import { calendarActions, type CalendarActions } from './calendar-actions.ts'
import { useState } from 'react'
import type { ModeReply } from '#contract/calendar/api.ts'
import { useRefresh } from '#src/data/use-refresh.ts'
import { GoogleControl } from './google-control.tsx'
import { PartNotYet } from './part-not-yet.tsx'

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

interface GoogleCardProps {
  actions: Pick<CalendarActions, 'fetchMode' | 'beginGoogle' | 'disconnectGoogle'>
}

/** Spec 2: the Connect Google Calendar button of a provider's own profile. Nothing pops up: the card says what failed. */
function GoogleCard({ actions }: GoogleCardProps) {
  const [mode, setMode] = useState<ModeReply>()
  const { refresh, again } = useRefresh(async () => setMode(await actions.fetchMode()))
  return (
    <Card>
      <CardHeader title={m.calendar_google_title()} />
      <CardBody>
        {mode ? (
          <GoogleControl mode={mode} actions={actions} onMode={setMode} />
        ) : (
          <PartNotYet refresh={refresh} onRetry={again} failed={m.calendar_mode_failed()} />
        )}
      </CardBody>
    </Card>
  )
}
