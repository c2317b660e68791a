import type { SurveyCard } from '#contract/quests/api.ts'
import type { QuestAnswer } from '#contract/quests/model.ts'
import { type QuestRecord, questRecordSchema } from '#contract/quests/response.ts'
import type { Kind } from '#src/offline/engine/outbox-row.ts'

/** A quest that was begun: every answer is stored here the moment it is chosen. */
export interface QuestDraft {
  questId: number
  version: number
  answers: QuestAnswer[]
  /** The question on show, counted from 0. */
  at: number
  /** How many questions were left with Next: those have earned their points. */
  passed: number
}

/** What the server last said of its quests. */
export interface ShelfState {
  surveys: SurveyCard[]
}

export const questRespond: Kind<'quest.respond', QuestRecord> = {
  tables: (db) => [db.questDrafts, db.questRecords],

  /** A quest may be played again and again. */
  async admit() {
    return 'ok'
  },

  /** What is queued is no draft any more: from here on its answers are in the operation alone. */
  async queued(db, { questId }) {
    await db.questDrafts.delete(questId)
  },

  /** What the server repeats is its first word: whom a result has been shown to since stays as this device knows it. */
  async settle(db, records) {
    const known = await db.questRecords.bulkGet(records.map(({ id }) => id))
    const shares = new Map(known.flatMap((one) => (one ? [[one.id, one.sharedWith] as const] : [])))
    await db.questRecords.bulkPut(
      records.map((record) => ({
        ...record,
        sharedWith: shares.get(record.id) ?? record.sharedWith,
      })),
    )
  },

  resultSchema: questRecordSchema,
}
