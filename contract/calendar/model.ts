import * as v from 'valibot'
import { freeText, strictForm } from '../free-text.ts'
import { instantSchema } from '../instant.ts'
import { timeZoneSchema } from './time-zone.ts'
import { dayHoursSchema, spanSchema } from './day-hours.ts'

/** Spec 9: what a provider works who has not said otherwise; 0 is Sunday. */
export const defaultWorkingHours = { start: '09:00', end: '17:00' } as const
export const defaultWorkingDays: readonly number[] = [1, 2, 3, 4, 5]

/** The longest break that a provider leaves between two sessions, in minutes. */
export const bufferMinutesMax = 120
/** How long ahead a provider wants to know of a session at most: two weeks. */
export const noticeHoursMax = 336

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
