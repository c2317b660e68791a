import * as v from 'valibot'
import { freeText, strictForm, freeLine } from '../free-text.ts'
import { instantSchema } from '../instant.ts'
import { minuteMs } from '../local-date.ts'
import { clockTimeSchema, timeZoneSchema } from './time-zone.ts'

/** More spans of work in one day are no working day but a mistake. */
export const daySpansMax = 6

/** From one time of the clock to a later one, `HH:MM` each. */
const spanSchema = v.pipe(
  v.strictObject({ start: clockTimeSchema, end: clockTimeSchema }),
  v.forward(
    v.check(({ start, end }) => end > start, 'End time must be after start time'),
    ['end'],
  ),
)
export type ClockSpan = v.InferOutput<typeof spanSchema>

/** The hours of one day of the week, 0 is Sunday; what lies between two spans is a break. */
export interface DayHours {
  readonly day: number
  readonly spans: ClockSpan[]
}

const daySchema = v.strictObject({
  day: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(6)),
  spans: v.pipe(
    v.array(spanSchema),
    v.minLength(1, 'Please enter at least one time'),
    v.maxLength(daySpansMax, `At most ${daySpansMax} times a day`),
    v.transform((spans) => spans.toSorted((a, b) => (a.start < b.start ? -1 : 1))),
    v.check(areApart, 'These times overlap'),
  ),
})

/** Days that are worked, each once, in order; a day that is absent is free. */
const dayHoursSchema = v.pipe(
  v.array(daySchema),
  v.maxLength(7),
  v.check(
    (days) => new Set(days.map(({ day }) => day)).size === days.length,
    'Each day can be there once',
  ),
  v.transform((days): DayHours[] => days.toSorted((a, b) => a.day - b.day)),
)

/** What says when a provider works: hours of each day, or the usual hours on their days. */
interface Hours {
  readonly workingHours: ClockSpan
  readonly workingDays: readonly number[]
  readonly dayHours?: readonly DayHours[] | undefined
}

/** The hours of each day that is worked, whichever way a schedule says them. */
export function dayHoursOf({ workingHours, workingDays, dayHours }: Hours): DayHours[] {
  return dayHours ? [...dayHours] : workingDays.map((day) => ({ day, spans: [workingHours] }))
}

/** Spans that touch do not overlap. */
function areApart(spans: ClockSpan[]): boolean {
  return spans.every(({ end }, index) => end <= (spans[index + 1]?.start ?? end))
}

/** Spec 9: what a provider works who has not said otherwise; 0 is Sunday. */
export const defaultWorkingHours = { start: '09:00', end: '17:00' } as const
export const defaultWorkingDays: readonly number[] = [1, 2, 3, 4, 5]

/** The longest break that a provider leaves between two sessions, in minutes. */
export const bufferMinutesMax = 120
/** How long ahead a provider wants to know of a session at most: two weeks. */
const noticeHoursMax = 336

const wholeNumber = (max: number) => v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(max))

/** When a provider works, by the clock of their own zone. */
export const workingScheduleSchema = v.strictObject({
  /** Spec 3: the usual hours of a day. */
  workingHours: spanSchema,
  workingDays: v.pipe(
    v.array(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(6))),
    v.maxLength(7),
    v.transform((days) => [...new Set(days)].sort((a, b) => a - b)),
  ),
  timeZone: timeZoneSchema,
  /** The hours of each day with its breaks. Without them each working day has the usual ones. */
  dayHours: v.optional(dayHoursSchema),
  /** Minutes that stay free between two sessions. */
  bufferMinutes: v.optional(wholeNumber(bufferMinutesMax)),
  /** Hours before its start until which a session can be booked. */
  noticeHours: v.optional(wholeNumber(noticeHoursMax)),
})
export type WorkingSchedule = v.InferOutput<typeof workingScheduleSchema>

/**
 * Spec 7: a schedule as it is saved. What is absent stays as it is; the hours of each day stay where the usual hours and
 * the working days do.
 */
export const newWorkingScheduleSchema = v.strictObject({
  ...workingScheduleSchema.entries,
  timeZone: v.optional(timeZoneSchema),
})
export type NewWorkingSchedule = v.InferOutput<typeof newWorkingScheduleSchema>

/** Spec 3: where a provider's other appointments come from. */
export const calendarModeSchema = v.picklist(['internal', 'google'])

export const reasonCharsMax = 200
/** The longest time that one busy slot covers, and how far ahead it may end. */
export const busyDaysMax = 62
export const busyAheadDaysMax = 400

const pleaseSelect = 'Please select start and end times'

/** Spec 5: the texts of the form. */
export const newBusySlotSchema = v.pipe(
  strictForm({
    startTime: v.pipe(v.string(pleaseSelect), v.nonEmpty(pleaseSelect), instantSchema),
    endTime: v.pipe(v.string(pleaseSelect), v.nonEmpty(pleaseSelect), instantSchema),
    reason: v.optional(
      v.pipe(freeText(), v.maxLength(reasonCharsMax, `At most ${reasonCharsMax} characters`)),
      '',
    ),
  }),
  v.forward(
    v.check(({ startTime, endTime }) => endTime > startTime, 'End time must be after start time'),
    ['endTime'],
  ),
)
export type NewBusySlot = v.InferOutput<typeof newBusySlotSchema>

export const busySlotSchema = v.object({
  id: v.pipe(v.string(), v.uuid()),
  start: v.string(),
  end: v.string(),
  /** The owner's own words, shown to nobody else. */
  reason: v.string(),
})
export type BusySlot = v.InferOutput<typeof busySlotSchema>

/** Who runs calls for others. A call is at one of these, or at an address below it. */
export const roomHosts = [
  'meet.google.com',
  'teams.microsoft.com',
  'teams.live.com',
  'whereby.com',
  'zoom.us',
] as const

export const roomUrlCharsMax = 300
export const placeCharsMax = 200

/** `https`, a host without a name, a password or a port before its path, and a path in plain letters. */
const roomUrl = /^https:\/\/((?:[a-z0-9-]+\.)+[a-z]+)(\/[\w\-.~!$&'()*+,;=:@%/?#]+)$/i

/** The host of a call's address, in small letters; undefined for what is no address of a host that is known here. */
export function roomHostOf(url: string): string | undefined {
  const host = roomUrl.exec(url)?.[1]?.toLowerCase()
  const known = roomHosts.some((each) => host === each || host?.endsWith(`.${each}`))
  return known ? host : undefined
}

/** Where the sessions of a care provider take place. */
export const roomSchema = v.variant('kind', [
  v.strictObject({
    kind: v.literal('video'),
    url: v.pipe(
      freeLine(),
      v.maxLength(roomUrlCharsMax),
      v.check(
        (text) => roomHostOf(text) !== undefined,
        'Please enter a safe link (https) of one of these services',
      ),
    ),
  }),
  v.strictObject({
    kind: v.literal('place'),
    text: v.pipe(
      freeLine(),
      v.nonEmpty('Please enter a place'),
      v.maxLength(placeCharsMax, `At most ${placeCharsMax} characters`),
    ),
  }),
])

export type Room = v.InferOutput<typeof roomSchema>

/**
 * The same as the two people of a session see it. The address of a call is there for its client around the session alone,
 * and null before and after it.
 */
export const shownRoomSchema = v.variant('kind', [
  v.object({ kind: v.literal('video'), host: v.string(), url: v.nullable(v.string()) }),
  v.object({ kind: v.literal('place'), text: v.string() }),
])

export type ShownRoom = v.InferOutput<typeof shownRoomSchema>

/** People join from so many minutes before a session on, until so many after it. */
export const joinMinutesBefore = 10
export const joinMinutesAfter = 30
/** A phone is told a little earlier, so that it knows by then. */
const disclosedMinutesBefore = 15

/** Whether people may join a call at a moment; all in epoch milliseconds. */
export function mayJoin(session: { startMs: number; endMs: number }, nowMs: number): boolean {
  return isAround(session, nowMs, joinMinutesBefore)
}

/** Whether the client of a session is told the address of its call. */
export function isDisclosed(session: { startMs: number; endMs: number }, nowMs: number): boolean {
  return isAround(session, nowMs, disclosedMinutesBefore)
}

/** Whether the client of a session is told the place of it: until people could not come late any more. */
export function isPlaceShown({ endMs }: { endMs: number }, nowMs: number): boolean {
  return nowMs < endMs + joinMinutesAfter * minuteMs
}

function isAround(
  { startMs, endMs }: { startMs: number; endMs: number },
  nowMs: number,
  minutesBefore: number,
): boolean {
  return nowMs >= startMs - minutesBefore * minuteMs && nowMs < endMs + joinMinutesAfter * minuteMs
}
