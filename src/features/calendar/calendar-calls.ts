import { calendarApi, type ModeReply, type ScheduleReply } from '#contract/calendar/api.ts'
import type { BusySlot, NewBusySlot, WorkingSchedule } from '#contract/calendar/model.ts'
import { callApi } from '#src/offline/api/api.ts'

/** Each of these rejects as its call does. */

export async function fetchSchedule(token: string): Promise<ScheduleReply> {
  return await callApi(calendarApi.getSchedule, {}, { token })
}

export async function saveSchedule(
  token: string,
  schedule: WorkingSchedule,
): Promise<ScheduleReply> {
  return await callApi(calendarApi.putSchedule, { body: schedule }, { token })
}

export async function fetchMode(token: string): Promise<ModeReply> {
  return await callApi(calendarApi.getMode, {}, { token })
}

/** The address at Google where the provider allows it. */
export async function beginGoogle(token: string): Promise<string> {
  const { authUrl } = await callApi(calendarApi.googleConnect, {}, { token })
  return authUrl
}

/** Hands over what Google sent the browser back with. */
export async function finishGoogle(
  token: string,
  given: { code: string; state: string },
): Promise<ModeReply> {
  return await callApi(calendarApi.googleFinish, { body: given }, { token })
}

export async function disconnectGoogle(token: string): Promise<ModeReply> {
  return await callApi(calendarApi.googleDisconnect, {}, { token })
}

export async function fetchBusy(token: string): Promise<BusySlot[]> {
  const { busySlots } = await callApi(calendarApi.getBusy, {}, { token })
  return busySlots
}

export async function addBusy(token: string, slot: NewBusySlot): Promise<BusySlot> {
  const { busySlot } = await callApi(calendarApi.postBusy, { body: slot }, { token })
  return busySlot
}

export async function removeBusy(token: string, id: string): Promise<void> {
  await callApi(calendarApi.deleteBusy, { params: { id } }, { token })
}
