import * as v from 'valibot'
import { addDays, type LocalDate } from '#contract/local-date.ts'
import { trackerTypes, type TrackerType } from '#contract/trackers/catalog.ts'
import { trackerAnswerSchema, trackerScore, type TrackerScore } from '#contract/trackers/model.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'

/** A tracker's answer after which the trackers suggest a quest. */
export interface LowAnswer {
  readonly type: TrackerType
  readonly day: string
  readonly score: TrackerScore
}

/** Answers older than this many days suggest nothing any more. */
const daysMax = 3
/** Spec 4: a score of 2 or lower suggests a quest. */
const lowMax = 2

/** The low answers of the last days, the newest first and of one day the lowest; for a live query. */
export async function readLowAnswers(db: UserDatabase, today: LocalDate): Promise<LowAnswer[]> {
  const from = addDays(today, -daysMax)
  const [sent, waiting] = await Promise.all([
    Promise.all(
      trackerTypes.map((type) =>
        db.trackerEntries
          .where('[trackerType+day]')
          .between([type, from], [type, '\uffff'])
          .toArray(),
      ),
    ),
    db.outbox
      .where('[kind+localDate]')
      .between(['trackers.record', from], ['trackers.record', '\uffff'])
      .toArray(),
  ])
  const given = [
    ...sent.flat().map(({ trackerType, day, answer }) => ({ type: trackerType, day, answer })),
    ...waiting.filter(({ state }) => state !== 'dead').flatMap(({ payload }) => answerIn(payload)),
  ]
  return given
    .flatMap(({ type, day, answer }): LowAnswer[] => {
      const score = trackerScore(type, answer)
      return score !== undefined && score <= lowMax ? [{ type, day, score }] : []
    })
    .toSorted((a, b) => (a.day === b.day ? a.score - b.score : a.day < b.day ? 1 : -1))
}

function answerIn(payload: unknown): { type: TrackerType; day: string; answer: string }[] {
  const parsed = v.safeParse(trackerAnswerSchema, payload)
  if (!parsed.success) return []
  const { trackerType, date, answer } = parsed.output
  return [{ type: trackerType, day: date, answer }]
}
