import type { ScheduleReply } from '#contract/calendar/api.ts'
import { dayHoursOf } from '#contract/calendar/day-hours.ts'
import {
  defaultWorkingDays,
  defaultWorkingHours,
  type NewWorkingSchedule,
  type WorkingSchedule,
} from '#contract/calendar/model.ts'
import { timeZoneOfCountry } from '#contract/calendar/time-zone.ts'
import type { ScheduleRow } from './repo.ts'

/** A provider's schedule: the one they saved, or the default in the zone of their country. */
export function scheduleFrom(found: {
  country: string
  schedule: ScheduleRow | null
}): ScheduleReply {
  const { country, schedule } = found
  if (schedule) return { ...savedSchedule(schedule), saved: true }
  const usual = { workingHours: { ...defaultWorkingHours }, workingDays: [...defaultWorkingDays] }
  return {
    ...usual,
    timeZone: timeZoneOfCountry(country),
    dayHours: dayHoursOf(usual),
    bufferMinutes: 0,
    noticeHours: 0,
    saved: false,
  }
}

/**
 * A schedule once something was saved over it: what is absent stays. An older client knows no hours of single days; they
 * stay while it changes neither the usual hours nor the days, and give way to what it says otherwise.
 */
export function scheduleAfter(before: WorkingSchedule, given: NewWorkingSchedule): FullSchedule {
  const { timeZone, dayHours, bufferMinutes, noticeHours, ...usual } = given
  const sameHours =
    usual.workingHours.start === before.workingHours.start &&
    usual.workingHours.end === before.workingHours.end &&
    usual.workingDays.join() === before.workingDays.join()
  const days = dayHours ?? dayHoursOf(sameHours ? before : usual)
  return {
    workingHours: usual.workingHours,
    workingDays: days.map(({ day }) => day),
    timeZone: timeZone ?? before.timeZone,
    dayHours: days,
    bufferMinutes: bufferMinutes ?? before.bufferMinutes ?? 0,
    noticeHours: noticeHours ?? before.noticeHours ?? 0,
  }
}

/** A schedule with all that it can say. */
export type FullSchedule = Required<WorkingSchedule>

function savedSchedule(row: ScheduleRow): FullSchedule {
  const { startTime, endTime, days, dayHours, timeZone, bufferMinutes, noticeHours } = row
  const usual = { workingHours: { start: startTime, end: endTime }, workingDays: days }
  const hours = dayHoursOf({ ...usual, dayHours: dayHours ?? undefined })
  return { ...usual, timeZone, dayHours: hours, bufferMinutes, noticeHours }
}
