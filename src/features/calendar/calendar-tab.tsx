import { useState } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Banner } from '#src/ui/message/banner.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import { calendarActions, type CalendarActions } from './calendar-actions.ts'
import { useOnline } from '#src/lib/online.ts'
import { AlertPopup } from '#src/ui/dialog/alert-popup.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { BusyManager } from './busy-manager.tsx'
import styles from './calendar.module.css'
import { GoogleControl } from './google-control.tsx'
import { PartNotYet } from './part-not-yet.tsx'
import { ScheduleForm } from './schedule-form.tsx'
import { usePart } from './use-part.ts'

export interface CalendarTabProps {
  db: UserDatabase
  /** Whether the person is a care provider: the address of a panel can be typed by anybody. */
  allowed: boolean
  /** Whether their papers were accepted; undefined while this device does not know. */
  reviewed: boolean | undefined
  shown: boolean
}

/** Asks the server once the tab is looked at for the first time, and then keeps what was entered in it. */
export function CalendarTab({ db, allowed, reviewed, shown }: CalendarTabProps) {
  const [seen, setSeen] = useState(shown)
  if (shown && !seen) setSeen(true)
  if (!allowed) return <Banner tone="warn">{m.profile_calendar_only_providers()}</Banner>
  if (reviewed === false) return <Banner tone="info">{m.calendar_after_review()}</Banner>
  if (reviewed === undefined) return <Skeleton count={3} />
  return seen && <CalendarPanel actions={calendarActions(db)} />
}

interface CalendarPanelProps {
  actions: CalendarActions
}

/** Spec 2: Calendar Settings: working hours, busy times of an internal calendar, and the Google calendar. */
function CalendarPanel({ actions }: CalendarPanelProps) {
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
