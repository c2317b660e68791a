import type { ModeReply, ScheduleReply } from '#contract/calendar/api.ts'
import type { BusySlot, NewBusySlot, WorkingSchedule } from '#contract/calendar/model.ts'

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
