import { useState } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Banner } from '#src/ui/message/banner.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import { modeRemote, scheduleRemote, usePart } from './calendar-data.ts'
import { useOnline } from '#src/lib/online.ts'
import { AlertPopup } from '#src/ui/dialog/alert-popup.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { BusyManager } from './busy-manager.tsx'
import styles from './calendar.module.css'
import { GoogleCard } from './google-control.tsx'
import { RoomForm } from './room-form.tsx'
import { ScheduleForm } from './schedule-form.tsx'

export interface CalendarTabProps {
  db: UserDatabase
  /** Whether the person is a care provider: the address of a panel can be typed by anybody. */
  allowed: boolean
  /** Whether their papers were accepted; undefined while this device does not know. */
  reviewed: boolean | undefined
  shown: boolean
}

/** Asks the server once the tab is shown for the first time; what was entered in it stays after that. */
export function CalendarTab({ db, allowed, reviewed, shown }: CalendarTabProps) {
  const [seen, setSeen] = useState(shown)
  if (shown && !seen) setSeen(true)
  if (!allowed) return <Banner tone="warn">{m.profile_calendar_only_providers()}</Banner>
  if (reviewed === false) return <Banner tone="info">{m.calendar_after_review()}</Banner>
  if (reviewed === undefined) return <Skeleton count={3} />
  return seen && <CalendarPanel db={db} />
}

/** Spec 2: Calendar Settings: working hours, where sessions take place, busy times of an internal calendar, and the Google calendar. */
function CalendarPanel({ db }: { db: UserDatabase }) {
  const online = useOnline()
  const mode = usePart(db, modeRemote, m.calendar_mode_failed())
  const schedule = usePart(db, scheduleRemote, m.calendar_schedule_failed())
  const timeZone = schedule.data?.timeZone
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
          <ScheduleForm db={db} part={schedule} />
        </CardBody>
      </Card>
      <Card>
        <CardHeader title={m.calendar_room_title()} subtitle={m.calendar_room_text()} />
        <CardBody>
          <RoomForm db={db} />
        </CardBody>
      </Card>
      {mode.data?.mode === 'internal' && timeZone !== undefined && (
        <Card>
          <CardHeader title={m.calendar_busy_title()} subtitle={m.calendar_busy_text()} />
          <CardBody>
            <BusyManager db={db} timeZone={timeZone} />
          </CardBody>
        </Card>
      )}
      <GoogleCard db={db} mode={mode} />
      <AlertPopup text={mode.alert} onClose={() => mode.setAlert(undefined)} />
    </div>
  )
}
