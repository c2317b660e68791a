import { calendarApi, type ModeReply, type ScheduleReply } from '#contract/calendar/api.ts'
import type { BusySlot, NewBusySlot, WorkingSchedule } from '#contract/calendar/model.ts'
import { defineRemote } from '#src/data/resource.ts'
import { callApi } from '#src/offline/api/api.ts'
import { isApiProblem } from '#src/offline/api/api-error.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'

/** A provider's own working hours. */
export const scheduleRemote = defineRemote({
  fetch: (token) => callApi(calendarApi.getSchedule, {}, { token }),
})

/** Which calendar a provider has, and the status of the one at Google. */
export const modeRemote = defineRemote({
  fetch: (token) => callApi(calendarApi.getMode, {}, { token }),
})

/** A provider's own busy times ahead, first first. */
export const busyRemote = defineRemote({
  fetch: (token) => callApi(calendarApi.getBusy, {}, { token }),
})

/** Each of these rejects where the server refused or did not answer. */

export async function saveSchedule(
  db: UserDatabase,
  schedule: WorkingSchedule,
): Promise<ScheduleReply> {
  return await asMember(db, (token) =>
    callApi(calendarApi.putSchedule, { body: schedule }, { token }),
  )
}

export async function addBusy(db: UserDatabase, slot: NewBusySlot): Promise<BusySlot> {
  const { busySlot } = await asMember(db, (token) =>
    callApi(calendarApi.postBusy, { body: slot }, { token }),
  )
  return busySlot
}

export async function removeBusy(db: UserDatabase, id: string): Promise<void> {
  await asMember(db, (token) => callApi(calendarApi.deleteBusy, { params: { id } }, { token }))
}

/** The address at Google where the provider allows it. */
export async function beginGoogle(db: UserDatabase): Promise<string> {
  const { authUrl } = await asMember(db, (token) =>
    callApi(calendarApi.googleConnect, {}, { token }),
  )
  return authUrl
}

/** Hands over what Google sent the browser back with. */
export async function finishGoogle(
  db: UserDatabase,
  given: { code: string; state: string },
): Promise<void> {
  await asMember(db, (token) => callApi(calendarApi.googleFinish, { body: given }, { token }))
}

export async function disconnectGoogle(db: UserDatabase): Promise<ModeReply> {
  return await asMember(db, (token) => callApi(calendarApi.googleDisconnect, {}, { token }))
}

/** Spec 8: why something did not work: the server's words for a field, its message, or else the fallback. */
export function refusalText(error: unknown, fallback: string): string {
  if (!isApiProblem(error)) return fallback
  const [field] = Object.values(error.problem.fields ?? {})
  return field ?? error.problem.message
}
