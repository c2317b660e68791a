import { useState } from 'react'
import { CalendarPanel } from './calendar-panel.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Banner } from '#src/ui/message/banner.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import { calendarActions } from './calendar-actions.ts'

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
