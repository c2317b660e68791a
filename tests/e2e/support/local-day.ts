import { localTimeAt } from '#contract/local-date.ts'
import type { TrackerType } from '#contract/trackers/catalog.ts'
import { trackerDay } from '#contract/trackers/model.ts'

const hourUtc = new Date().getUTCHours()

/** A zone that is far from its midnight, and from four in the morning, when a night ends. */
export const zoneInItsDay = hourUtc >= 3 && hourUtc < 20 ? 'Africa/Cairo' : 'America/New_York'

/** The day for which an answer counts that a device in this zone gives at this moment. */
export function answeredDay(type: TrackerType, timezoneId: string): string {
  return trackerDay(type, localTimeAt(Date.now(), timezoneId))
}
