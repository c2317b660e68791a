import * as v from 'valibot'
import type { UserType } from '../account/model.ts'
import { timeZoneSchema } from '../calendar/time-zone.ts'
import { isMinorOn, localDateSchema, type LocalDate } from '../local-date.ts'
import type { TrackerType } from '../trackers/catalog.ts'
import { trackerTypeSchema } from '../trackers/model.ts'

/** What a person can be notified of, each with a switch of its own. */
export const pushKinds = [
  'tracker.mood',
  'tracker.fitness',
  'tracker.sleep',
  'tracker.diet',
  'session.reminder',
  'session.changed',
  'message',
  'request.received',
  'request.accepted',
  'result.shared',
  'article.published',
  'pack.received',
] as const
export type PushKind = (typeof pushKinds)[number]

/** The kind of each tracker's reminders: a tracker without one does not compile. */
export const pushKindOfTracker = {
  Mood: 'tracker.mood',
  Fitness: 'tracker.fitness',
  Sleep: 'tracker.sleep',
  Diet: 'tracker.diet',
} as const satisfies Record<TrackerType, PushKind>

const everybody = ['Adolescent', 'Parent', 'ServiceProvider'] as const
const clients = ['Adolescent', 'Parent'] as const
const young = ['Adolescent'] as const
const providers = ['ServiceProvider'] as const

/** Whom each kind can happen to, and whether it is on before anybody chose: the settings show no other switches. */
const kinds: Readonly<Record<PushKind, { of: readonly UserType[]; onAtFirst: boolean }>> = {
  'tracker.mood': { of: young, onAtFirst: true },
  'tracker.fitness': { of: young, onAtFirst: true },
  'tracker.sleep': { of: young, onAtFirst: true },
  'tracker.diet': { of: young, onAtFirst: true },
  'session.reminder': { of: everybody, onAtFirst: true },
  'session.changed': { of: everybody, onAtFirst: true },
  message: { of: everybody, onAtFirst: true },
  'request.received': { of: providers, onAtFirst: true },
  'request.accepted': { of: clients, onAtFirst: true },
  'result.shared': { of: providers, onAtFirst: true },
  'article.published': { of: clients, onAtFirst: false },
  'pack.received': { of: clients, onAtFirst: true },
}

/** Those that are on for whoever has not said anything about them. */
export const pushKindsOnAtFirst = pushKinds.filter((kind) => kinds[kind].onAtFirst)

export function pushKindsOf(userType: UserType): PushKind[] {
  return pushKinds.filter((kind) => kinds[kind].of.includes(userType))
}

/** Whoever has trackers can be reminded of them. */
export function hasReminders(userType: UserType): boolean {
  return userType === 'Adolescent'
}

export const minutesPerDay = 1_440
/** Reminders stand at whole steps of so many minutes. */
export const reminderStepMinutes = 5
export const remindersPerTrackerMax = 3

/** A minute of the person's own clock: 0 is midnight. */
const minuteSchema = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(0, 'Please select a time'),
  v.maxValue(minutesPerDay - 1, 'Please select a time'),
)

/** Asks for the answer of a tracker at a time of the person's own clock, on these days; 0 is Sunday. */
export const reminderSchema = v.strictObject({
  tracker: trackerTypeSchema,
  minute: v.pipe(
    minuteSchema,
    v.multipleOf(reminderStepMinutes, `Pick a time in steps of ${reminderStepMinutes} minutes`),
  ),
  days: v.pipe(
    v.array(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(6))),
    v.minLength(1, 'Pick at least one day'),
    v.maxLength(7, 'Pick each day once'),
    v.check((days) => new Set(days).size === days.length, 'Pick each day once'),
    v.transform((days) => days.toSorted((a, b) => a - b)),
  ),
  on: v.boolean(),
})
export type Reminder = v.InferOutput<typeof reminderSchema>

/** From one minute of the person's clock to another, over midnight where `from` is the later one. */
export const quietHoursSchema = v.pipe(
  v.strictObject({ from: minuteSchema, to: minuteSchema }),
  v.check(({ from, to }) => from !== to, 'Quiet hours must end at another time than they start'),
)
export type QuietHours = v.InferOutput<typeof quietHoursSchema>

export function isQuiet(quiet: QuietHours | null, minute: number): boolean {
  if (quiet === null) return false
  const { from, to } = quiet
  return from < to ? minute >= from && minute < to : minute >= from || minute < to
}

const pushSwitches = {
  'tracker.mood': v.boolean(),
  'tracker.fitness': v.boolean(),
  'tracker.sleep': v.boolean(),
  'tracker.diet': v.boolean(),
  'session.reminder': v.boolean(),
  'session.changed': v.boolean(),
  message: v.boolean(),
  'request.received': v.boolean(),
  'request.accepted': v.boolean(),
  'result.shared': v.boolean(),
  'article.published': v.boolean(),
  /** A phone of before there were packs says nothing of them. */
  'pack.received': v.optional(v.boolean()),
} satisfies Record<PushKind, v.GenericSchema>

const pushSettingsFields = {
  quiet: v.nullable(quietHoursSchema),
  reminders: v.pipe(
    v.array(reminderSchema),
    v.check(hasFewOfEach, `At most ${remindersPerTrackerMax} reminders for each tracker`),
    v.check(hasEachTimeOnce, 'There is a reminder at that time already'),
  ),
  /** By whose clock: with `follows` the zone is that of the device that was used last. */
  zone: v.strictObject({ follows: v.boolean(), name: timeZoneSchema }),
  /** All notifications say the same neutral words. */
  discreet: v.boolean(),
}

/** What a person chooses to be notified of, and when. */
export const pushChoiceSchema = v.strictObject({
  kinds: v.strictObject(pushSwitches),
  ...pushSettingsFields,
})

/** The same as it is answered and stored: kinds of a later build are not read. */
export const pushSettingsSchema = v.object({
  kinds: v.object(pushSwitches),
  ...pushSettingsFields,
})
export type PushSettings = v.InferOutput<typeof pushSettingsSchema>

/** The quiet hours that people under 18 begin with, and others who ask for some. */
export const quietHoursAtFirst: QuietHours = { from: 21 * 60, to: 7 * 60 }

/** What somebody chose, with the kinds that there were not yet when they did. */
export function withNewKinds(chosen: Partial<PushSettings['kinds']>): PushSettings['kinds'] {
  return { ...kindsAtFirst(), ...chosen }
}

function kindsAtFirst(): PushSettings['kinds'] {
  const switches = pushKinds.map((kind) => [kind, kinds[kind].onAtFirst])
  return Object.fromEntries(switches) as PushSettings['kinds']
}

/** What holds before somebody chose. */
export function defaultPushSettings(
  { birthDate, timeZone }: { birthDate: LocalDate; timeZone: string },
  today: LocalDate,
): PushSettings {
  const minor = isMinorOn(birthDate, today)
  return {
    kinds: kindsAtFirst(),
    quiet: minor ? quietHoursAtFirst : null,
    reminders: [],
    zone: { follows: true, name: timeZone },
    discreet: minor,
  }
}

const base64Url = (bytes: number, message: string) =>
  v.pipe(v.string(), v.regex(/^[\w-]+={0,2}$/, message), v.check(holds(bytes), message))

export const endpointCharsMax = 2_000
const endpointSchema = v.pipe(
  v.string(),
  v.maxLength(endpointCharsMax),
  v.regex(/^https:\/\/[\w.-]+(:\d{1,5})?\/[!-~]*$/, 'Not an address of a push service'),
)

/** What a browser's `PushSubscription.toJSON()` gives. */
export const subscriptionSchema = v.strictObject({
  endpoint: endpointSchema,
  expirationTime: v.optional(
    v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(8.64e15))),
    null,
  ),
  keys: v.strictObject({
    /** A point of the curve P-256, uncompressed. */
    p256dh: base64Url(65, 'Not a key of a browser'),
    auth: base64Url(16, 'Not a secret of a browser'),
  }),
})
export type Subscription = v.InferOutput<typeof subscriptionSchema>

export const endpointOnlySchema = v.strictObject({ endpoint: endpointSchema })

/** A device that gets notifications. */
export const pushDeviceSchema = v.object({
  id: v.pipe(v.string(), v.uuid()),
  /** The one that asks. */
  current: v.boolean(),
  userAgent: v.nullable(v.string()),
  createdAt: v.string(),
  /** When the device last said that it is there. */
  seenAt: v.string(),
})
export type PushDevice = v.InferOutput<typeof pushDeviceSchema>

/** With an eleventh, the one that was not seen for longest goes. */
export const devicesMax = 10

/** What arrives on a phone besides the kinds that have a switch. */
export const pushedKinds = [...pushKinds, 'tracker.pause', 'test'] as const
export type PushedKind = (typeof pushedKinds)[number]

/**
 * What is sent, encrypted for one device: JSON that Safari reads by itself (Declarative Web Push) and the worker of every
 * other browser reads too. It holds ids and neutral words alone.
 */
export const pushPayloadSchema = v.object({
  web_push: v.literal(8030),
  notification: v.object({
    title: v.string(),
    body: v.string(),
    /** Where a tap leads; the worker takes its path and search alone. */
    navigate: v.string(),
    lang: v.string(),
    dir: v.picklist(['ltr', 'rtl', 'auto']),
    /** A later one with the same tag takes the place of an earlier one. */
    tag: v.string(),
    silent: v.boolean(),
    data: v.object({
      /** A kind that this build does not know is shown in neutral words. */
      k: v.string(),
      id: v.string(),
      /** `recipientMark` of the person whom it is for. */
      u: v.string(),
      /** The day that a reminder is for, and its tracker. */
      day: v.optional(localDateSchema),
      of: v.optional(v.string()),
    }),
  }),
  /** How many notices are unread. */
  app_badge: v.pipe(v.number(), v.integer(), v.minValue(0)),
})
export type PushPayload = v.InferOutput<typeof pushPayloadSchema>

/**
 * By it a device knows whether a notification is for the person who is logged in, without any name: 32 bits (FNV-1a) of
 * their id, in hex.
 */
export function recipientMark(userId: string): string {
  let mark = 0x81_1c_9d_c5
  for (const letter of userId.toLowerCase()) {
    mark = Math.imul(mark ^ (letter.codePointAt(0) ?? 0), 0x01_00_01_93)
  }
  return (mark >>> 0).toString(16).padStart(8, '0')
}

function hasFewOfEach(reminders: Reminder[]): boolean {
  const byTracker = Map.groupBy(reminders, ({ tracker }) => tracker)
  return [...byTracker.values()].every(({ length }) => length <= remindersPerTrackerMax)
}

function hasEachTimeOnce(reminders: Reminder[]): boolean {
  const times = reminders.map(({ tracker, minute }) => `${tracker} ${minute}`)
  return new Set(times).size === times.length
}

function holds(bytes: number): (text: string) => boolean {
  return (text) => {
    const padding = ['==', '='].find((end) => text.endsWith(end)) ?? ''
    return Math.floor(((text.length - padding.length) * 3) / 4) === bytes
  }
}
