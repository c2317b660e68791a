import * as v from 'valibot'
import { freeText } from '../free-text.ts'
import { instantSchema } from '../instant.ts'
import { timeZoneSchema } from './time-zone.ts'

/** Spec 9: what a provider works who has not said otherwise; 0 is Sunday. */
export const defaultWorkingHours = { start: '09:00', end: '17:00' } as const
export const defaultWorkingDays: readonly number[] = [1, 2, 3, 4, 5]

const clockTime = v.pipe(
  v.string(),
  v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time as HH:MM'),
)

/** When a provider works, by the clock of their own zone. */
export const workingScheduleSchema = v.strictObject({
  workingHours: v.pipe(
    v.strictObject({ start: clockTime, end: clockTime }),
    v.forward(
      v.check(({ start, end }) => end > start, 'End time must be after start time'),
      ['end'],
    ),
  ),
  workingDays: v.pipe(
    v.array(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(6))),
    v.maxLength(7),
    v.transform((days) => [...new Set(days)].sort((a, b) => a - b)),
  ),
  timeZone: timeZoneSchema,
})
export type WorkingSchedule = v.InferOutput<typeof workingScheduleSchema>

/** Spec 7: a schedule as it is saved. Without a zone it stays in the one it has. */
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
  v.strictObject(
    {
      startTime: v.pipe(v.string(pleaseSelect), v.nonEmpty(pleaseSelect), instantSchema),
      endTime: v.pipe(v.string(pleaseSelect), v.nonEmpty(pleaseSelect), instantSchema),
      reason: v.optional(
        v.pipe(freeText(), v.maxLength(reasonCharsMax, `At most ${reasonCharsMax} characters`)),
        '',
      ),
    },
    missingTimes,
  ),
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

/** A field that is missing says what an empty one says; one that is not known says so. */
function missingTimes(issue: v.BaseIssue<unknown>): string {
  return issue.expected === 'never' ? 'This field is not known.' : pleaseSelect
}
