import * as v from 'valibot'

/** More spans of work in one day are no working day but a mistake. */
export const daySpansMax = 6

const clockTime = v.pipe(
  v.string(),
  v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time as HH:MM'),
)

/** From one time of the clock to a later one, `HH:MM` each. */
export const spanSchema = v.pipe(
  v.strictObject({ start: clockTime, end: clockTime }),
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
export const dayHoursSchema = v.pipe(
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
