import * as v from 'valibot'
import {
  trackerEntrySchema,
  type TrackerEntry,
  type TrackerType,
} from '#contract/trackers/model.ts'
import type { LocalDate } from '#contract/local-date.ts'
import type { UserDatabase } from '../database.ts'
import type { Kind } from '../kind.ts'

export const trackersRecord: Kind<'trackers.record'> = {
  lane: (answer) => `tracker:${answer.trackerType}`,
  tables: (db) => [db.trackerEntries],

  async admit(db, answer) {
    const known = await knownAnswer(db, answer.trackerType, answer.date)
    return known ? 'already_answered' : 'ok'
  },

  async settle(db, results) {
    await db.trackerEntries.bulkPut(results)
  },

  resultSchema: trackerEntrySchema,
}

const pendingAnswerSchema = v.object({
  trackerType: v.string(),
  date: v.string(),
  answer: v.string(),
})

/** The answer this device knows of for a day: the server's entry, or one that still waits to be sent. */
async function knownAnswer(
  db: UserDatabase,
  type: TrackerType,
  day: LocalDate,
): Promise<TrackerEntry | string | undefined> {
  const entry = await db.trackerEntries.get([type, day])
  if (entry) return entry
  const waiting = await db.outbox.where('lane').equals(`tracker:${type}`).toArray()
  const answer = waiting
    .filter((row) => row.state !== 'dead')
    .map((row) => v.safeParse(pendingAnswerSchema, row.payload))
    .find((parsed) => parsed.success && parsed.output.date === day)
  return answer?.success ? answer.output.answer : undefined
}
