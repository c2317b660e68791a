import { dayMs } from '#contract/local-date.ts'
import { pushApi } from '#contract/push/api.ts'
import {
  isQuiet,
  reminderStepMinutes,
  remindersPerTrackerMax,
  type PushDevice,
  type PushSettings,
  type QuietHours,
  type Reminder,
} from '#contract/push/model.ts'
import type { TrackerType } from '#contract/trackers/catalog.ts'
import { defineRemote, defineResource } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatHour } from '#src/lib/dates.ts'
import { callApi, fetchFile } from '#src/offline/api/api.ts'
import { deviceZone } from '#src/offline/engine/tap-moment.ts'
import { changePush, readPush, readPushSettings } from '#src/offline/features/push.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'

/** How often this page has changed the settings: a look that was on its way meanwhile may be older, and is made again. */
let changes = 0

/** What the person is notified of and when. This device has a copy: the app's icon counts open reminders by it. */
export const pushSettingsResource = defineResource({
  key: 'push.settings',
  read: readPushSettings,
  refresh: refreshPushSettings,
})

async function refreshPushSettings(db: UserDatabase, token: string): Promise<void> {
  const before = changes
  const settings = await callApi(pushApi.getPushSettings, {}, { token })
  if (changes === before) await changePush(db, { settings })
  else await refreshPushSettings(db, token)
}

/**
 * Reads anew, once a day, what the app's icon counts open reminders by, where this device has a copy of it: reminders are
 * changed on other devices too, and rest where nobody answers them. Rejects as the calls do.
 */
export async function renewSettings(db: UserDatabase): Promise<void> {
  const { settings, resting } = await readPush(db)
  const atMs = Date.now()
  if (!settings || Math.abs(atMs - (resting?.atMs ?? 0)) < dayMs) return
  await asMember(db, async (token) => {
    await refreshPushSettings(db, token)
    const before = changes
    const { trackers } = await callApi(pushApi.getRestingReminders, {}, { token })
    if (changes === before) await changePush(db, { resting: { trackers, atMs } })
  })
}

/**
 * Changes what the server has at this moment: another device may have changed something else meanwhile. Rejects as the
 * calls do; nothing is changed then. Times that follow the device go by the zone that it is in now.
 */
export async function changePushSettings(
  db: UserDatabase,
  change: (settings: PushSettings) => PushSettings,
): Promise<void> {
  // One after the other, also of other tabs: each begins with what the one before has stored.
  await navigator.locks.request(`push-settings:${db.userId}`, async () => {
    const settings = await asMember(db, async (token) => {
      const now = await callApi(pushApi.getPushSettings, {}, { token })
      // Also where the change is refused: its person sees what it would have been a change of.
      await changePush(db, { settings: now })
      const next = change(now)
      const zone = next.zone.follows ? { follows: true, name: deviceZone() } : next.zone
      return await callApi(pushApi.putPushSettings, { body: { ...next, zone } }, { token })
    })
    changes += 1
    // Whoever chooses lets no reminder rest.
    await changePush(db, { settings, resting: undefined })
  })
}

/** The reminders with those of one tracker turned off. */
export function stopped(reminders: readonly Reminder[], tracker: TrackerType): Reminder[] {
  return reminders.map((one) => (one.tracker === tracker ? { ...one, on: false } : one))
}

/** The trackers whose reminders rest because nobody answered them. Never stored: an answer anywhere ends it. */
export const restingRemote = defineRemote<readonly TrackerType[]>({
  fetch: async (token) => (await callApi(pushApi.getRestingReminders, {}, { token })).trackers,
})

/** The devices that get notifications, this one first. Never stored: an old list would be wrong about them. */
export const devicesRemote = defineRemote<readonly PushDevice[]>({
  fetch: async (token) => {
    const { devices } = await callApi(pushApi.listPushDevices, {}, { token })
    return devices.toSorted((a, b) => Number(b.current) - Number(a.current))
  },
})

export async function stopDevice(db: UserDatabase, id: string): Promise<void> {
  await asMember(db, (token) => callApi(pushApi.stopPushDevice, { params: { id } }, { token }))
}

export async function sendTest(db: UserDatabase): Promise<void> {
  await asMember(db, (token) => callApi(pushApi.sendTestPush, {}, { token }))
}

/** One's reminders for the calendar of any phone. */
export async function fetchReminderFile(db: UserDatabase): Promise<Blob> {
  return await asMember(db, (token) => fetchFile(pushApi.remindersIcs, {}, { token }))
}

const everyDay = [0, 1, 2, 3, 4, 5, 6]
/** When a first reminder comes: the day is mostly over, and nobody is asleep. */
const firstMinute = 19 * 60

/** One more for a tracker: an hour after its last one, or in the evening. */
export function nextReminderOf(tracker: TrackerType, reminders: readonly Reminder[]): Reminder {
  const minutes = reminders.filter((one) => one.tracker === tracker).map(({ minute }) => minute)
  const minute = minutes.length > 0 ? (Math.max(...minutes) + 60) % 1_440 : firstMinute
  return { tracker, minute, days: everyDay, on: true }
}

/** The reminders with one more of a tracker; in the place of one that is off where there are as many as there can be. */
export function withReminder(reminders: readonly Reminder[], added: Reminder): Reminder[] {
  const isSame = (one: Reminder) => one.tracker === added.tracker && one.minute === added.minute
  const others = reminders.filter((one) => !isSame(one))
  const own = others.filter(({ tracker }) => tracker === added.tracker)
  const full = own.length >= remindersPerTrackerMax
  const replaced = full ? own.find(({ on }) => !on) : undefined
  return [...others.filter((one) => one !== replaced), added]
}

/** Says that a reminder at this time falls into quiet hours and does not come; undefined where it does. */
export function quietText(quiet: QuietHours | null, minute: number): string | undefined {
  if (quiet === null || !isQuiet(quiet, minute)) return undefined
  const hour = (of: number) => formatHour(timeOfMinute(of))
  return m.push_in_quiet({ from: hour(quiet.from), to: hour(quiet.to) })
}

/** 'HH:MM', as a time field has it. */
export function timeOfMinute(minute: number): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
}

/** The minute of the day, at the nearest step before; undefined while a part of the time is missing. */
export function minuteOfTime(time: string): number | undefined {
  const [hour, minute] = time.split(':').map(Number)
  if (!/^\d\d:\d\d$/.test(time) || hour === undefined || minute === undefined) return undefined
  return hour * 60 + minute - (minute % reminderStepMinutes)
}
