import * as m from '#src/i18n/paraglide/messages.js'
import { useOnline } from '#src/lib/online.ts'
import { AlertPopup } from '#src/ui/dialog/alert-popup.tsx'
import { Banner } from '#src/ui/message/banner.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { BusyManager } from './busy-manager.tsx'
import type { CalendarActions } from './calendar-actions.ts'
import styles from './calendar.module.css'
import { GoogleControl } from './google-control.tsx'
import { PartNotYet } from './part-not-yet.tsx'
import { ScheduleForm } from './schedule-form.tsx'
import { usePart } from './use-part.ts'

export interface CalendarPanelProps {
  actions: CalendarActions
}

/** Spec 2: Calendar Settings: working hours, busy times of an internal calendar, and the Google calendar. */
export function CalendarPanel({ actions }: CalendarPanelProps) {
  const online = useOnline()
  const part = usePart(actions.fetchMode, m.calendar_mode_failed())
  const { value: mode, set: setMode, refresh, again, alert, setAlert } = part
  const schedule = usePart(actions.fetchSchedule, m.calendar_schedule_failed())
  const timeZone = schedule.value?.timeZone
  return (
    <div className={styles.tab}>
      {!online && (
        <Banner tone="offline" announced>
          {m.calendar_needs_connection()}
        </Banner>
      )}
      <Card>
        <CardHeader title={m.calendar_schedule_title()} subtitle={m.calendar_schedule_text()} />
        <CardBody>
          <ScheduleForm part={schedule} onSave={actions.saveSchedule} />
        </CardBody>
      </Card>
      {mode?.mode === 'internal' && timeZone !== undefined && (
        <Card>
          <CardHeader title={m.calendar_busy_title()} subtitle={m.calendar_busy_text()} />
          <CardBody>
            <BusyManager timeZone={timeZone} actions={actions} />
          </CardBody>
        </Card>
      )}
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
      <AlertPopup text={alert} onClose={() => setAlert(undefined)} />
    </div>
  )
}
