import {
  daySpansMax,
  dayHoursOf,
  type ClockSpan,
  type DayHours,
} from '#contract/calendar/day-hours.ts'
import type { WorkingSchedule } from '#contract/calendar/model.ts'

/** A schedule as the form holds it: with the hours of each day. */
export interface EditedSchedule extends WorkingSchedule {
  readonly dayHours: DayHours[]
}

export function editable(schedule: WorkingSchedule): EditedSchedule {
  return { ...schedule, dayHours: dayHoursOf(schedule) }
}

/** Other usual hours: days that had the usual ones follow, days with hours of their own stay. */
export function withUsualHours(schedule: EditedSchedule, hours: ClockSpan): EditedSchedule {
  const days = schedule.dayHours.map((one) =>
    isUsual(schedule, one) ? { ...one, spans: [hours] } : one,
  )
  return { ...schedule, workingHours: hours, dayHours: days }
}

/** A day that is worked from now on, by the usual hours, or no longer. */
export function withDay(schedule: EditedSchedule, day: number, works: boolean): EditedSchedule {
  const others = schedule.dayHours.filter((one) => one.day !== day)
  return withDays(schedule, works ? [...others, { day, spans: [schedule.workingHours] }] : others)
}

/** Other hours of one day. */
export function withSpans(
  schedule: EditedSchedule,
  day: number,
  spans: ClockSpan[],
): EditedSchedule {
  const others = schedule.dayHours.filter((one) => one.day !== day)
  return withDays(schedule, [...others, { day, spans }])
}

/** The same hours on every working day. */
export function withSpansEverywhere(schedule: EditedSchedule, spans: ClockSpan[]): EditedSchedule {
  return withDays(
    schedule,
    schedule.dayHours.map(({ day }) => ({ day, spans })),
  )
}

/** Whether a day has the usual hours. */
export function isUsual({ workingHours }: WorkingSchedule, { spans }: DayHours): boolean {
  const [only] = spans
  return spans.length === 1 && only?.start === workingHours.start && only.end === workingHours.end
}

/**
 * The hours with one more break, in the middle of the longest of them: an hour that begins with an hour, or what a
 * shorter one has room for. Undefined where there is none.
 */
export function withBreak(spans: readonly ClockSpan[]): ClockSpan[] | undefined {
  const longest = spans.toSorted((a, b) => minutesOf(b) - minutesOf(a))[0]
  if (!longest || spans.length >= daySpansMax || !(minutesOf(longest) >= 3 * breakMinutesMin)) {
    return undefined
  }
  const [startMinute, endMinute] = [minuteOfDay(longest.start), minuteOfDay(longest.end)]
  const middle = (startMinute + endMinute) / 2
  const onTheHour = Math.floor(middle / 60) * 60
  const roomy = onTheHour - startMinute >= 60 && endMinute - onTheHour >= 120
  const from = roomy ? onTheHour : Math.round((middle - breakMinutesMin / 2) / 5) * 5
  const until = from + (roomy ? 60 : breakMinutesMin)
  return spans.flatMap((span) =>
    span === longest
      ? [
          { start: span.start, end: clockOf(from) },
          { start: clockOf(until), end: span.end },
        ]
      : [span],
  )
}

const breakMinutesMin = 15

function withDays(schedule: EditedSchedule, days: DayHours[]): EditedSchedule {
  const dayHours = days.toSorted((a, b) => a.day - b.day)
  return { ...schedule, dayHours, workingDays: dayHours.map(({ day }) => day) }
}

function minutesOf({ start, end }: ClockSpan): number {
  return minuteOfDay(end) - minuteOfDay(start)
}

function minuteOfDay(clock: string): number {
  const [hours = Number.NaN, minutes = Number.NaN] = clock.split(':').map(Number)
  return hours * 60 + minutes
}

function clockOf(minute: number): string {
  const part = (value: number) => String(value).padStart(2, '0')
  return `${part(Math.floor(minute / 60))}:${part(minute % 60)}`
}
