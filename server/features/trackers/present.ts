import { type TrackerEntry } from '#contract/trackers/model.ts'
import { type StoredAnswer } from './trackers.sql.ts'

/** A stored answer as it leaves; `date` and `day` are one thing under the two names of the spec. */
export function presentEntry(stored: StoredAnswer): TrackerEntry {
  return {
    id: stored.opId,
    trackerType: stored.trackerType,
    answer: stored.answer,
    date: stored.day,
    day: stored.day,
    score: stored.score,
  }
}
