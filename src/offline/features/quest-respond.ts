import { questRecordSchema } from '#contract/quests/response.ts'
import type { Kind } from '#src/offline/engine/kind.ts'

export const questRespond: Kind<'quest.respond'> = {
  tables: (db) => [db.questDrafts, db.questRecords],

  /** A quest may be played again and again. */
  async admit() {
    return 'ok'
  },

  /** What is queued is no draft any more: from here on its answers are in the operation alone. */
  async queued(db, { questId }) {
    await db.questDrafts.delete(questId)
  },

  async settle(db, records) {
    await db.questRecords.bulkPut(records)
  },

  resultSchema: questRecordSchema,
}
