import type { CalendarActions } from '#src/features/calendar/calendar-actions.ts'
import {
  addBusy,
  beginGoogle,
  disconnectGoogle,
  fetchBusy,
  fetchMode,
  fetchSchedule,
  removeBusy,
  saveSchedule,
} from '#src/features/calendar/calendar-calls.ts'
import type { UserDatabase } from '#src/offline/database.ts'
import { asMember } from '#src/session/as-member.ts'

/** The calendar of whoever is logged in. */
export function calendarActions(db: UserDatabase): CalendarActions {
  return {
    fetchSchedule: () => asMember(db, fetchSchedule),
    saveSchedule: (schedule) => asMember(db, (token) => saveSchedule(token, schedule)),
    fetchMode: () => asMember(db, fetchMode),
    fetchBusy: () => asMember(db, fetchBusy),
    addBusy: (slot) => asMember(db, (token) => addBusy(token, slot)),
    removeBusy: (id) => asMember(db, (token) => removeBusy(token, id)),
    beginGoogle: () => asMember(db, beginGoogle),
    disconnectGoogle: () => asMember(db, disconnectGoogle),
  }
}
