import { useState } from 'react'
import type { ModeReply } from '#contract/calendar/api.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { useRefresh } from '#src/data/use-refresh.ts'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import type { CalendarActions } from './calendar-actions.ts'
import { GoogleControl } from './google-control.tsx'
import { PartNotYet } from './part-not-yet.tsx'

export interface GoogleCardProps {
  actions: Pick<CalendarActions, 'fetchMode' | 'beginGoogle' | 'disconnectGoogle'>
}

/** Spec 2: the Connect Google Calendar button of a provider's own profile. Nothing pops up: the card says what failed. */
export function GoogleCard({ actions }: GoogleCardProps) {
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
