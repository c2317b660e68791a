import type { ModeReply, ScheduleReply } from '#contract/calendar/api.ts'
import type { BusySlot, NewBusySlot, WorkingSchedule } from '#contract/calendar/model.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'
import {
  addBusy,
  beginGoogle,
  disconnectGoogle,
  fetchBusy,
  fetchMode,
  fetchSchedule,
  removeBusy,
  saveSchedule,
} from './calendar-calls.ts'

/** The calls of a provider's calendar, as somebody logged in; each rejects where the server refused or did not answer. */
export interface CalendarActions {
  readonly fetchSchedule: () => Promise<ScheduleReply>
  readonly saveSchedule: (schedule: WorkingSchedule) => Promise<ScheduleReply>
  readonly fetchMode: () => Promise<ModeReply>
  readonly fetchBusy: () => Promise<BusySlot[]>
  readonly addBusy: (slot: NewBusySlot) => Promise<BusySlot>
  readonly removeBusy: (id: string) => Promise<void>
  readonly beginGoogle: () => Promise<string>
  readonly disconnectGoogle: () => Promise<ModeReply>
}

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
