import * as v from 'valibot'
import { questAnswersSchema, type Quest } from '#contract/quests/model.ts'
import type { QuestResponse } from '#contract/quests/response.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import type { QuestDraft } from '#src/offline/features/quests.ts'
import { withQuotaRetry } from '#src/offline/storage/quota.ts'

const place = v.pipe(v.number(), v.integer(), v.minValue(0))
const draftSchema = v.object({
  questId: v.number(),
  version: v.number(),
  answers: questAnswersSchema,
  at: place,
  passed: place,
})

/** The quest that was begun on this device; undefined where none was, or what is stored cannot be read any more. */
export async function readDraft(
  db: UserDatabase,
  questId: number,
): Promise<QuestDraft | undefined> {
  const parsed = v.safeParse(draftSchema, await db.questDrafts.get(questId))
  return parsed.success ? parsed.output : undefined
}

/** Every quest that was begun, by its id. */
export async function readDrafts(db: UserDatabase): Promise<ReadonlyMap<number, QuestDraft>> {
  const rows = await db.questDrafts.toArray()
  const drafts = rows.flatMap((row) => {
    const parsed = v.safeParse(draftSchema, row)
    return parsed.success ? [parsed.output] : []
  })
  return new Map(drafts.map((draft) => [draft.questId, draft]))
}

/**
 * Keeps a quest as far as it is played; durable when the promise resolves.
 * Throws `StorageFullError` and `SessionEndedError`, and then nothing was kept.
 */
export async function keepDraft(db: UserDatabase, draft: QuestDraft): Promise<void> {
  await withQuotaRetry(() => userTransaction(db, [db.questDrafts], () => db.questDrafts.put(draft)))
}

/** The person starts again: what was answered so far is gone. */
export async function dropDraft(db: UserDatabase, questId: number): Promise<void> {
  await userTransaction(db, [db.questDrafts], () => db.questDrafts.delete(questId))
}

/** Makes a refused response a draft again, at its last question, in one step. */
export async function reopenQuest(
  db: UserDatabase,
  opId: string,
  { questId, version, answers }: QuestResponse,
): Promise<void> {
  const last = Math.max(0, answers.length - 1)
  await userTransaction(db, [db.outbox, db.questDrafts], async () => {
    const row = await db.outbox.get({ opId })
    if (row?.state === 'dead') await db.outbox.delete(row.seq)
    await db.questDrafts.put({ questId, version, answers, at: last, passed: last })
  })
}

/** A quest that nobody has answered anything of. */
export function freshDraft({ id, version }: Quest): QuestDraft {
  return { questId: id, version, answers: [], at: 0, passed: 0 }
}
