import { useState } from 'react'
import { calendarApi, type ModeReply, type ScheduleReply } from '#contract/calendar/api.ts'
import type { Room, BusySlot, NewBusySlot, WorkingSchedule } from '#contract/calendar/model.ts'
import {
  defineRemote,
  isNotFound,
  useRemote,
  type LoadedRemote,
  type RemoteResource,
} from '#src/data/resource.ts'
import type { Refresh } from '#src/data/use-refresh.ts'
import { isApiProblem } from '#src/offline/api/api-error.ts'
import { callApi } from '#src/offline/api/api.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'

/** A provider's own working hours. */
export const scheduleRemote = defineRemote({
  fetch: (token) => callApi(calendarApi.getSchedule, {}, { token }),
})

/** Where a provider's own sessions take place. */
export const roomRemote = defineRemote({
  fetch: (token) => callApi(calendarApi.getRoom, {}, { token }),
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

export async function saveRoom(
  db: UserDatabase,
  room: Room | null,
): Promise<{ room: Room | null }> {
  return await asMember(db, (token) => callApi(calendarApi.putRoom, { body: { room } }, { token }))
}

export async function addBusy(db: UserDatabase, slot: NewBusySlot): Promise<BusySlot> {
  const { busySlot } = await asMember(db, (token) =>
    callApi(calendarApi.postBusy, { body: slot }, { token }),
  )
  return busySlot
}

/** Resolves as well where it is gone already: by a call whose answer was lost, or on another device. */
export async function removeBusy(db: UserDatabase, id: string): Promise<void> {
  try {
    await asMember(db, (token) => callApi(calendarApi.deleteBusy, { params: { id } }, { token }))
  } catch (error) {
    if (!isNotFound(error)) throw error
  }
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

/** Spec 8: why something did not work: the server's text for a field, its message, or else the fallback. */
export function refusalText(error: unknown, fallback: string): string {
  if (!isApiProblem(error)) return fallback
  const [field] = Object.values(error.shown.fields ?? {})
  return field ?? error.shown.message
}

/** One part of the calendar settings, which says in an alert what failed. */
export interface Part<Data> extends LoadedRemote<Data> {
  /** Spec 8: what the alert popup says; undefined once it is closed. */
  readonly alert: string | undefined
  readonly setAlert: (text: string | undefined) => void
}

/** Reads one part of the calendar; an alert says where that failed while online. */
export function usePart<Data>(
  db: UserDatabase,
  resource: RemoteResource<Data, []>,
  failed: string,
): Part<Data> {
  const part = useRemote(db, resource)
  const { refresh } = part
  const [action, setAction] = useState<string>()
  const [closed, setClosed] = useState<Refresh>()

  // Without a network the part says so itself, and asks for nothing to be pressed.
  const unread = refresh.status === 'failed' && !refresh.offline && refresh !== closed
  function setAlert(text: string | undefined) {
    setAction(text)
    setClosed(refresh)
  }

  return {
    ...part,
    alert: action ?? (unread ? refusalText(refresh.error, failed) : undefined),
    setAlert,
  }
}
