import { useState } from 'react'
import { CalendarPanel } from '#src/features/calendar/calendar-panel.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/database.ts'
import { Banner } from '#src/ui/banner.tsx'
import { profileLink } from '../profile/profile-links.tsx'
import { calendarActions } from './calendar-actions.ts'

export interface CalendarTabProps {
  db: UserDatabase
  /** Whether the person is a care provider: the address of a panel can be typed by anybody. */
  allowed: boolean
  shown: boolean
}

/** Asks the server once the tab is looked at for the first time, and then keeps what was entered in it. */
export function CalendarTab({ db, allowed, shown }: CalendarTabProps) {
  const [seen, setSeen] = useState(shown)
  if (shown && !seen) setSeen(true)
  if (!allowed) return <Banner tone="warn">{m.profile_calendar_only_providers()}</Banner>
  return seen && <CalendarPanel actions={calendarActions(db)} cancelLink={profileLink} />
}
