import type { ScheduleReply } from '#contract/calendar/api.ts'
import {
  defaultWorkingDays,
  defaultWorkingHours,
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
  return {
    workingHours: { ...defaultWorkingHours },
    workingDays: [...defaultWorkingDays],
    timeZone: timeZoneOfCountry(country),
    saved: false,
  }
}

function savedSchedule({ startTime, endTime, days, timeZone }: ScheduleRow): WorkingSchedule {
  return { workingHours: { start: startTime, end: endTime }, workingDays: days, timeZone }
}
