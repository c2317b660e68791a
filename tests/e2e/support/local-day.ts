import { localTimeAt } from '#contract/local-date.ts'
import type { TrackerType } from '#contract/trackers/catalog.ts'
import { trackerDay } from '#contract/trackers/model.ts'

/** The day for which an answer counts that a device in this zone gives at this moment. */
export function answeredDay(type: TrackerType, timezoneId: string): string {
  return trackerDay(type, localTimeAt(Date.now(), timezoneId))
}
